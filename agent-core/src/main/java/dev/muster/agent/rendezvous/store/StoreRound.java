package dev.muster.agent.rendezvous.store;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.store.PrefixStore;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** A round's part of a store that all nodes of the run id share. Any thread. */
public final class StoreRound implements RoundStore {
    private final Store whole;
    private final LongFunction<String> prefixOf;
    private final Store part;

    /**
     * @param prefixOf what the keys of a round begin with
     */
    public StoreRound(Store whole, LongFunction<String> prefixOf, long round) {
        this.whole = whole;
        this.prefixOf = prefixOf;
        part = new PrefixStore(prefixOf.apply(round), whole);
    }

    @Override
    public RoundStore ofRound(long round) {
        return new StoreRound(whole, prefixOf, round);
    }

    @Override
    public void set(String key, byte[] value, Duration atMost) {
        boolean _ =
                answered(
                        () -> {
                            part.set(Key.of(key), new Value(Bytes.copyOf(value)), atMost);
                            return true;
                        });
    }

    @Override
    public byte[] get(String key, Duration atMost) {
        return content(answered(() -> part.get(Key.of(key), atMost)));
    }

    @Override
    public List<byte[]> multiGet(List<String> keys, Duration atMost) {
        List<Key> names = keys.stream().map(Key::of).toList();
        return answered(() -> part.multiGet(names, atMost)).stream()
                .map(StoreRound::content)
                .toList();
    }

    @Override
    public long add(String key, long delta, Duration atMost) {
        return answered(() -> part.add(Key.of(key), delta, atMost));
    }

    private static byte[] content(Value value) {
        return value.content().toByteArray();
    }

    private static <T> T answered(Supplier<T> question) {
        try {
            return question.get();
        } catch (StoreTimeout e) {
            throw new RendezvousException.TimedOut(
                    "the other nodes did not answer in time: " + e.getMessage());
        } catch (StoreException e) {
            throw new RendezvousException.Unreachable(
                    "the store where the nodes meet cannot be reached: " + e.getMessage(), e);
        }
    }
}
