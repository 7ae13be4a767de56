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
 *
 * @param process that this node is, by a name that no other has
 */
record Census(Store store, int rank, int worldSize, String process) {
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** For a host of ours that has just begun to serve and is about to sign. */
    private static final Duration HOST_SIGNS = Duration.ofMillis(300);

    /**
     * @throws RendezvousException.CorruptState when another has signed as this node; were both
     *     counted, the others would begin without somebody
     */
    void sign() {
        Value ours = new Value(Bytes.utf8(worldSize + " " + process));
        Value there = store.compareSet(entry(rank), Value.EMPTY, ours, ANSWER);
        if (there.equals(ours)) return;
        throw new RendezvousException.CorruptState(
                ("--node-rank is %d on this node, and on another that came before it (process %s"
                                + " there); give each its own, or, if that one was ended, start"
                                + " all nodes again")
                        .formatted(rank, word(there, 1)));
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
        String theirs = word(value, 0);
        if (theirs.equals(Integer.toString(worldSize))) return;
        throw new RendezvousException.CorruptState(
                ("--nnodes is %d on this node, node %d, and %s on node %d; it must be the"
                                + " same on all")
                        .formatted(worldSize, rank, theirs, node));
    }

    private static String word(Value value, int index) {
        String[] words = value.content().toText().split("[ #]", -1);
        return index < words.length ? words[index] : "";
    }

    private static Key entry(int node) {
        return Key.raw("muster/nnodes/" + node);
    }
}
