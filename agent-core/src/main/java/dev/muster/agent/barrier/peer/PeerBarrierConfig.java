package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.PeerBarrierSettings;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;

import java.net.InetSocketAddress;
import java.util.Map;

/**
 * Who takes part, and where.
 *
 * @param me one of the group
 * @param addresses of the participants with lower ids than ours at least: those are the ones we
 *     dial. An unresolved one is looked up at every attempt
 */
public record PeerBarrierConfig(
        PeerGroup group,
        PeerId me,
        Map<PeerId, InetSocketAddress> addresses,
        PeerBarrierSettings settings) {
    public PeerBarrierConfig {
        addresses = Map.copyOf(addresses);
        if (!group.has(me)) {
            throw new IllegalArgumentException(
                    "participant: %s (expected: one of group '%s')".formatted(me, group.name()));
        }
        for (PeerId peer : group.others(me)) {
            if (peer.compareTo(me) < 0 && !addresses.containsKey(peer)) {
                throw new IllegalArgumentException(
                        "addresses: none for participant %s (expected: one for each below %s)"
                                .formatted(peer, me));
            }
        }
    }
}
