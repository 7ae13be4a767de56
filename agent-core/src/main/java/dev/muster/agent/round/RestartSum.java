package dev.muster.agent.round;

import dev.muster.agent.rendezvous.RoundStore;

import java.time.Duration;
import java.util.Optional;

/**
 * How many restarts failures have cost the nodes of a job together: each agent counts its own only
 * (spec/elastic-agent §0, S9). Every node of ours adds what it has used, and itself, to one counter
 * of the round before it says what workers it has; so once ranks are dealt, all have. torchrun's
 * nodes add nothing, and then the sum is not known.
 */
record RestartSum(RoundStore store, int nodes, Duration atMost) {
    private static final String KEY = "muster/restarts";

    /** A node is counted in the upper half, its restarts in the lower one. */
    private static final long ONE_NODE = 1L << Integer.SIZE;

    /** Before the role exchange. */
    void add(int restarts) {
        store.add(KEY, ONE_NODE + restarts, atMost);
    }

    /** After the role exchange. */
    Optional<Integer> read() {
        long sum = store.add(KEY, 0, atMost);
        return sum / ONE_NODE == nodes ? Optional.of((int) (sum % ONE_NODE)) : Optional.empty();
    }
}
