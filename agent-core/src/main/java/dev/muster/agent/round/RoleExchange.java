package dev.muster.agent.round;

import dev.muster.agent.rendezvous.AssignedRanks;
import dev.muster.agent.rendezvous.RankRules;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RoleInstanceInfo;
import dev.muster.agent.rendezvous.RoundStore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the workers get their ranks: every node says what it has, the node of rank 0 deals
 * (elastic-agent §3.2).
 *
 * @param atMost for each look at what the others said
 * @param advice what may be wrong when a node does not speak
 * @param waiting told once who does not speak, if that takes longer than it should
 */
record RoleExchange(
        RoundStore store,
        int groupRank,
        int groupWorldSize,
        Duration atMost,
        String advice,
        Consumer<String> waiting) {
    private static final Duration USUALLY = Duration.ofSeconds(5);
    private static final Duration GLANCE = Duration.ofMillis(200);
    private static final int MOST_NAMED = 16;

    /** Whoever has it set neither says what it has nor deals (elastic-agent §3.2). */
    private static final String IDENTICAL =
            "TORCH_ELASTIC_WORKER_IDENTICAL=1 must be set on all nodes or on none, and it is not"
                    + " set on this one";

    /**
     * Nodes that were told their ranks meet whatever their run ids are, and look past each other.
     */
    private static final String SAME_ID = "--rdzv-id must be the same on all nodes; ";

    RoleExchange(RendezvousInfo round, Duration atMost, Consumer<String> waiting) {
        this(
                round.store(),
                round.groupRank(),
                round.worldSize(),
                atMost,
                round.masterStore().isPresent() ? SAME_ID + IDENTICAL : IDENTICAL,
                waiting);
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
    AssignedRanks exchange(String role, int workers, Runnable beforeDealing) {
        var own = new RoleInstanceInfo(role, groupRank, workers);
        store.set(roleInfoKey(groupRank), RankJson.write(own), atMost);
        if (groupRank == 0) {
            List<RoleInstanceInfo> all = roleInfos();
            beforeDealing.run();
            deal(all);
        }
        byte[] dealt = patiently(this::share, () -> "node 0 dealt no ranks");
        return RankJson.readAssignedRanks(dealt, groupRank, workers);
    }

    /**
     * Where nodes were told how many they are, torchrun's node 0 may have been told another number,
     * and deals as soon as so many have spoken.
     *
     * @throws RendezvousException.CorruptState when {@code share} is one of another number of nodes
     */
    void requireShareOfAll(AssignedRanks share) {
        if (groupRank == 0) return;
        try {
            int workers =
                    read(store.multiGet(roleInfoKeys(), USUALLY)).stream()
                            .mapToInt(RoleInstanceInfo::localWorldSize)
                            .sum();
            if (workers != share.worldSize()) throw dealtToOthers();
        } catch (RendezvousException.TimedOut _) {
            throw dealtToOthers(); // before all had spoken
        }
    }

    private RendezvousException dealtToOthers() {
        return new RendezvousException.CorruptState(
                ("--nnodes is %d on this node, node %d, and node 0 dealt ranks to another number of"
                                + " nodes; it must be the same on all")
                        .formatted(groupWorldSize, groupRank));
    }

    /** Whoever deals does so to all; so who still gets nothing then is not among those. */
    private byte[] share(Duration limit) {
        String own = assignedRanksKey(groupRank);
        Duration left = limit;
        while (true) {
            Duration slice = USUALLY.compareTo(left) < 0 ? USUALLY : left;
            try {
                return store.get(own, slice);
            } catch (RendezvousException.TimedOut late) {
                boolean dealt = isThere(assignedRanksKey(0), GLANCE);
                if (dealt && !isThere(own, USUALLY)) throw dealtToOthers(); // it may be slow
                left = left.minus(slice);
                if (!left.isPositive()) throw late;
            }
        }
    }

    private List<String> roleInfoKeys() {
        return IntStream.range(0, groupWorldSize).mapToObj(RoleExchange::roleInfoKey).toList();
    }

    private List<RoleInstanceInfo> roleInfos() {
        return read(patiently(limit -> store.multiGet(roleInfoKeys(), limit), this::silent));
    }

    private List<RoleInstanceInfo> read(List<byte[]> values) {
        var infos = new ArrayList<RoleInstanceInfo>(groupWorldSize);
        for (int node = 0; node < groupWorldSize; node++) {
            infos.add(RankJson.readRoleInfo(values.get(node), node));
        }
        return infos;
    }

    /** Says once that it takes long, and in the end that it took too long. */
    private <T> T patiently(Function<Duration, T> look, Supplier<String> missing) {
        Duration first = USUALLY.compareTo(atMost) < 0 ? USUALLY : atMost;
        try {
            return look.apply(first);
        } catch (RendezvousException.TimedOut _) {
            Duration left = atMost.minus(first);
            if (!left.isPositive()) throw tooLate(missing.get());
            waiting.accept("%s yet; %s".formatted(missing.get(), advice));
            try {
                return look.apply(left);
            } catch (RendezvousException.TimedOut _) {
                throw tooLate(missing.get());
            }
        }
    }

    private RendezvousException tooLate(String missing) {
        return new RendezvousException.TimedOut(
                "%s within %d s; %s".formatted(missing, atMost.toSeconds(), advice));
    }

    private String silent() {
        var silent = new ArrayList<Integer>();
        for (int node = 0; node < groupWorldSize && silent.size() < MOST_NAMED; node++) {
            if (!isThere(roleInfoKey(node), GLANCE)) silent.add(node);
        }
        String who = silent.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return "node %s did not say what workers it has".formatted(who);
    }

    private boolean isThere(String key, Duration atMost) {
        try {
            byte[] _ = store.get(key, atMost);
            return true;
        } catch (RendezvousException.TimedOut _) {
            return false;
        }
    }

    private void deal(List<RoleInstanceInfo> all) {
        List<AssignedRanks> shares = RankRules.deal(all);
        for (int node = 0; node < groupWorldSize; node++) {
            store.set(assignedRanksKey(node), RankJson.write(shares.get(node)), atMost);
        }
    }
}
