package dev.muster.agent.round;

import dev.muster.agent.rendezvous.AssignedRanks;
import dev.muster.agent.rendezvous.RankRules;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RoleInfo;
import dev.muster.agent.rendezvous.RoundStore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How the workers get their ranks: every node says what it has, the node of rank 0 deals
 * (elastic-agent §3.2).
 *
 * @param atMost for each look at what the others said
 */
public record RoleExchange(RoundStore store, int groupRank, int groupWorldSize, Duration atMost) {
    public RoleExchange(RendezvousInfo round, Duration atMost) {
        this(round.store(), round.groupRank(), round.worldSize(), atMost);
    }

    static String roleInfoKey(int groupRank) {
        return "torchelastic/role_info/" + groupRank;
    }

    static String assignedRanksKey(int groupRank) {
        return "torchelastic/assigned_ranks/" + groupRank;
    }

    /**
     * Blocks until this node's share is known.
     *
     * @param beforeDealing done by rank 0 when every node has spoken, and so has no old worker left
     * @throws dev.muster.agent.rendezvous.RendezvousException when the others do not answer, or not
     *     in words that can be understood
     */
    public AssignedRanks exchange(String role, int workers, Runnable beforeDealing) {
        var own = new RoleInfo(role, groupRank, workers);
        store.set(roleInfoKey(groupRank), RankJson.write(own), atMost);
        if (groupRank == 0) {
            List<RoleInfo> all = roleInfos();
            beforeDealing.run();
            deal(all);
        }
        byte[] share = store.get(assignedRanksKey(groupRank), atMost);
        return RankJson.readAssignedRanks(share, groupRank, workers);
    }

    private List<RoleInfo> roleInfos() {
        List<String> keys =
                IntStream.range(0, groupWorldSize).mapToObj(RoleExchange::roleInfoKey).toList();
        List<byte[]> values = store.multiGet(keys, atMost);
        var infos = new ArrayList<RoleInfo>(groupWorldSize);
        for (int node = 0; node < groupWorldSize; node++) {
            infos.add(RankJson.readRoleInfo(values.get(node), node));
        }
        return infos;
    }

    private void deal(List<RoleInfo> all) {
        List<AssignedRanks> shares = RankRules.deal(all);
        for (int node = 0; node < groupWorldSize; node++) {
            store.set(assignedRanksKey(node), RankJson.write(shares.get(node)), atMost);
        }
    }
}
