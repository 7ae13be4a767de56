package dev.muster.agent.rendezvous.fixed;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.store.Store;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What our nodes say of themselves before they are counted: that they came, and of how many nodes
 * each takes itself to be one. torchrun's only have themselves counted, so they are known by number
 * alone. Calls block.
 */
record Census(Store store, int rank, int worldSize) {
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** For a host of ours that has just begun to serve and is about to sign. */
    private static final Duration HOST_SIGNS = Duration.ofMillis(300);

    void sign() {
        store.set(entry(rank), new Value(Bytes.utf8(Integer.toString(worldSize))), ANSWER);
    }

    /**
     * @throws RendezvousException.CorruptState when the host takes the job for another size
     */
    void compareWithHost() {
        try {
            compare(0, store.get(entry(0), HOST_SIGNS));
        } catch (StoreTimeout _) {
            return; // torchrun's
        }
    }

    /**
     * Who of the job has not come, as far as is known; torchrun's nodes may be here all the same.
     *
     * @throws RendezvousException.CorruptState when one who came takes the job for another size
     */
    List<Integer> missing() {
        return IntStream.range(0, worldSize)
                .filter(node -> signed(node).isEmpty())
                .boxed()
                .toList();
    }

    private Optional<Value> signed(int node) {
        if (!store.check(List.of(entry(node)), ANSWER)) return Optional.empty();
        Value value = store.get(entry(node), ANSWER);
        compare(node, value);
        return Optional.of(value);
    }

    private void compare(int node, Value value) {
        String theirs = value.content().toText();
        if (theirs.equals(Integer.toString(worldSize))) return;
        throw new RendezvousException.CorruptState(
                ("--nnodes is %d on this node, node %d, and %s on node %d; it must be the"
                                + " same on all")
                        .formatted(worldSize, rank, theirs, node));
    }

    private static Key entry(int node) {
        return Key.raw("muster/nnodes/" + node);
    }
}
