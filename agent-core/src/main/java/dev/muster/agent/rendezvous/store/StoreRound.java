package dev.muster.agent.rendezvous.store;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A round on a store, or on a {@link dev.muster.store.PrefixStore} of one. Any thread. */
public record StoreRound(Store store) implements RoundStore {
    @Override
    public void set(String key, byte[] value, Duration atMost) {
        var _ =
                asked(
                        () -> {
                            store.set(Key.of(key), valueOf(value), atMost);
                            return key;
                        });
    }

    @Override
    public byte[] get(String key, Duration atMost) {
        return asked(() -> store.get(Key.of(key), atMost)).content().toByteArray();
    }

    @Override
    public List<byte[]> multiGet(List<String> keys, Duration atMost) {
        List<Key> names = keys.stream().map(Key::of).toList();
        return asked(() -> store.multiGet(names, atMost)).stream()
                .map(value -> value.content().toByteArray())
                .toList();
    }

    @Override
    public long add(String key, long delta, Duration atMost) {
        return asked(() -> store.add(Key.of(key), delta, atMost));
    }

    private static Value valueOf(byte[] content) {
        return new Value(Bytes.copyOf(content));
    }

    private static <T> T asked(Supplier<T> question) {
        try {
            return question.get();
        } catch (StoreTimeout e) {
            throw new RendezvousException.TimedOut(
                    "the other nodes did not answer in time: " + e.getMessage());
        } catch (StoreException e) {
            throw new RendezvousException.Unreachable(
                    "the nodes' store cannot be reached: " + e.getMessage(), e);
        }
    }
}
