package dev.muster.store;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A part of another store, as PyTorch's {@code PrefixStore} cuts it: {@code k} here is {@code
 * prefix/k} there (tcpstore §4.4).
 *
 * <p>The slash that {@link Key#of} puts in front stays in front, once, however deep the nesting:
 * {@code new PrefixStore("outer", new PrefixStore("inner", store))} makes of {@code Key.of("k")}
 * the name {@code /inner/outer/k} on the wire, which is the one that the same expression makes in
 * Python. A raw key without that slash has no place under a prefix and is refused.
 *
 * <p>{@link #listKeys} tells the keys of this part, by their names here. {@link #numKeys} counts
 * those of the whole store, as PyTorch's does. Closing it leaves the other store as it is.
 */
public final class PrefixStore implements Store {
    private final AsyncStore async;

    public PrefixStore(String prefix, Store store) {
        this.async = new Part(Bytes.utf8("/" + prefix), store.async());
    }

    @Override
    public AsyncStore async() {
        return async;
    }

    @Override
    public void close() {
        // the store beneath is somebody else's
    }

    private record Part(Bytes prefix, AsyncStore whole) implements AsyncStore {
        @Override
        public CompletableFuture<Void> set(Key key, Value value, Duration atMost) {
            return whole.set(there(key), value, atMost);
        }

        @Override
        public CompletableFuture<Value> get(Key key, Duration atMost) {
            return whole.get(there(key), atMost);
        }

        @Override
        public CompletableFuture<Long> add(Key key, long delta, Duration atMost) {
            return whole.add(there(key), delta, atMost);
        }

        @Override
        public CompletableFuture<Boolean> check(List<Key> keys, Duration atMost) {
            return whole.check(there(keys), atMost);
        }

        @Override
        public CompletableFuture<Void> waitFor(List<Key> keys, Duration atMost) {
            return whole.waitFor(there(keys), atMost);
        }

        @Override
        public CompletableFuture<Value> compareSet(
                Key key, Value expected, Value desired, Duration atMost) {
            return whole.compareSet(there(key), expected, desired, atMost);
        }

        @Override
        public CompletableFuture<Boolean> delete(Key key, Duration atMost) {
            return whole.delete(there(key), atMost);
        }

        @Override
        public CompletableFuture<Long> numKeys(Duration atMost) {
            return whole.numKeys(atMost);
        }

        @Override
        public CompletableFuture<Void> append(Key key, Value tail, Duration atMost) {
            return whole.append(there(key), tail, atMost);
        }

        @Override
        public CompletableFuture<List<Value>> multiGet(List<Key> keys, Duration atMost) {
            return whole.multiGet(there(keys), atMost);
        }

        @Override
        public CompletableFuture<Void> multiSet(Map<Key, Value> entries, Duration atMost) {
            var moved = new LinkedHashMap<Key, Value>();
            entries.forEach((key, value) -> moved.put(there(key), value));
            return whole.multiSet(moved, atMost);
        }

        @Override
        public CompletableFuture<Void> queuePush(Key name, Value value, Duration atMost) {
            return whole.queuePush(there(name), value, atMost);
        }

        @Override
        public CompletableFuture<Value> queuePop(Key name, Duration atMost) {
            return whole.queuePop(there(name), atMost);
        }

        @Override
        public CompletableFuture<Optional<Value>> queuePoll(Key name, Duration atMost) {
            return whole.queuePoll(there(name), atMost);
        }

        @Override
        public CompletableFuture<Long> queueLength(Key name, Duration atMost) {
            return whole.queueLength(there(name), atMost);
        }

        @Override
        public CompletableFuture<List<Key>> listKeys(Duration atMost) {
            var all = whole.listKeys(atMost);
            var ours = all.thenApply(this::here);
            var _ = ours.whenComplete((_, _) -> all.cancel(false));
            return ours;
        }

        @Override
        public CompletableFuture<Void> barrier(Key key, long worldSize, Duration atMost) {
            return whole.barrier(there(key), worldSize, atMost);
        }

        private Key there(Key key) {
            if (key.name().isEmpty() || key.name().at(0) != '/') {
                throw new IllegalArgumentException(
                        "key under a prefix: %s (expected: one of Key.of)".formatted(key));
            }
            return new Key(prefix.followedBy(key.name()));
        }

        private List<Key> there(List<Key> keys) {
            return keys.stream().map(this::there).toList();
        }

        private List<Key> here(List<Key> keys) {
            return keys.stream().flatMap(key -> here(key).stream()).toList();
        }

        /** Empty if {@code key} is not of this part. */
        private Optional<Key> here(Key key) {
            var name = key.name().asByteBuffer();
            int length = prefix.length();
            boolean ours =
                    name.limit() > length
                            && name.get(length) == '/'
                            && name.slice(0, length).equals(prefix.asByteBuffer());
            if (!ours) return Optional.empty();
            byte[] rest = new byte[name.limit() - length];
            name.get(length, rest);
            return Optional.of(new Key(Bytes.adopt(rest)));
        }
    }
}
