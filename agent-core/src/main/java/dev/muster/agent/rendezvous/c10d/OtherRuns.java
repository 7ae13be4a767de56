package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.protocol.Key;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Looks through a store for the states of other run ids. Calls block. */
final class OtherRuns {
    /** What lies behind a slash is a round's, or ours. */
    private static final Pattern STATE = Pattern.compile("/torch\\.rendezvous\\.([^/]+)");

    private static final int MOST = 16;

    private final StateCodec codec = new StateCodec(PickleLimits.DEFAULT);
    private final Store store;
    private final Duration atMost;

    /**
     * @param atMost how long each question may take
     */
    OtherRuns(Store store, Duration atMost) {
        this.store = store;
        this.atMost = atMost;
    }

    /**
     * How many nodes of each are there, those that are over left out.
     *
     * @throws StoreException where the store cannot tell its keys, as before torch 2.10
     */
    SortedMap<String, Integer> beside(String runId) {
        List<String> others =
                store.listKeys(atMost).stream()
                        .map(key -> STATE.matcher(key.toString()))
                        .filter(key -> key.matches() && !key.group(1).equals(runId))
                        .map(key -> key.group(1))
                        .sorted()
                        .limit(MOST)
                        .toList();
        var nodes = new TreeMap<String, Integer>();
        for (String other : others) {
            int here = nodesOf(C10dSharedState.keyOf(other));
            if (here > 0) nodes.put(other, here);
        }
        return nodes;
    }

    private int nodesOf(Key key) {
        try {
            return codec.decode(store.get(key, atMost), StateDialect.D4)
                    .map(StateCodec.Decoded::state)
                    .filter(state -> !state.closed())
                    .map(RendezvousState::participants)
                    .map(SortedMap::size)
                    .orElse(0);
        } catch (UnreadableState _) {
            return 0; // not for us to judge
        }
    }
}
