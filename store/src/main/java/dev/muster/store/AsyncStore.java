package dev.muster.store;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The calls of a {@link Store}, each of which returns at once and blocks no thread meanwhile.
 *
 * <p>What is returned completes after {@code atMost} at the latest: with the result, or with the
 * {@link StoreException} that the store's own call throws. What could not be asked of any store is
 * refused as it is there, by an {@link IllegalArgumentException} from the call itself. Cancelling
 * it gives the call up, as its time running out does. Requests are sent in the order of the calls.
 * Whatever depends on a result runs on the store's own thread, or on that of whoever completed it,
 * and must not block there; blocking calls of a {@link StoreClient} refuse to.
 */
public interface AsyncStore {
    CompletableFuture<Void> set(Key key, Value value, Duration atMost);

    CompletableFuture<Value> get(Key key, Duration atMost);

    CompletableFuture<Long> add(Key key, long delta, Duration atMost);

    CompletableFuture<Boolean> check(List<Key> keys, Duration atMost);

    CompletableFuture<Void> waitFor(List<Key> keys, Duration atMost);

    CompletableFuture<Value> compareSet(Key key, Value expected, Value desired, Duration atMost);

    CompletableFuture<Boolean> delete(Key key, Duration atMost);

    CompletableFuture<Long> numKeys(Duration atMost);

    CompletableFuture<Void> append(Key key, Value tail, Duration atMost);

    CompletableFuture<List<Value>> multiGet(List<Key> keys, Duration atMost);

    CompletableFuture<Void> multiSet(Map<Key, Value> entries, Duration atMost);

    CompletableFuture<Void> queuePush(Key name, Value value, Duration atMost);

    CompletableFuture<Value> queuePop(Key name, Duration atMost);

    CompletableFuture<Optional<Value>> queuePoll(Key name, Duration atMost);

    CompletableFuture<Long> queueLength(Key name, Duration atMost);

    CompletableFuture<List<Key>> listKeys(Duration atMost);

    CompletableFuture<Void> barrier(Key key, long worldSize, Duration atMost);
}
