package dev.muster.store;

import dev.muster.store.client.Deadline;
import dev.muster.store.client.Line;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Listed;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Popped;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.ListKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.QueueLength;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * What a store's calls mean in requests: who gets a value sees to it that its key is there first,
 * as PyTorch's client does (tcpstore §5).
 *
 * @param name of the store, for messages
 */
record AskedStore(String name, Line line) implements AsyncStore {
    private static final int MOST_VAIN_POPS = 1_000;

    @Override
    public CompletableFuture<Void> set(Key key, Value value, Duration atMost) {
        return call(atMost, call -> call.send(new StoreRequest.Set(key, value)));
    }

    @Override
    public CompletableFuture<Value> get(Key key, Duration atMost) {
        return call(
                atMost,
                call ->
                        present(call, List.of(key))
                                .thenCompose(_ -> call.ask(new Get(key), Got.class))
                                .thenApply(Got::value));
    }

    @Override
    public CompletableFuture<Long> add(Key key, long delta, Duration atMost) {
        return number(new Add(key, delta), atMost);
    }

    @Override
    public CompletableFuture<Boolean> check(List<Key> keys, Duration atMost) {
        return call(
                atMost,
                call -> call.ask(new Check(keys), Checked.class).thenApply(Checked::allPresent));
    }

    @Override
    public CompletableFuture<Void> waitFor(List<Key> keys, Duration atMost) {
        return call(atMost, call -> await(call, keys));
    }

    @Override
    public CompletableFuture<Value> compareSet(
            Key key, Value expected, Value desired, Duration atMost) {
        var request = new CompareSet(key, expected, desired);
        return call(atMost, call -> call.ask(request, Got.class).thenApply(Got::value));
    }

    @Override
    public CompletableFuture<Boolean> delete(Key key, Duration atMost) {
        return call(
                atMost,
                call ->
                        call.ask(new Delete(key), Number.class)
                                .thenApply(deleted -> deleted.value() > 0));
    }

    @Override
    public CompletableFuture<Long> numKeys(Duration atMost) {
        return number(new GetNumKeys(), atMost);
    }

    @Override
    public CompletableFuture<Void> append(Key key, Value tail, Duration atMost) {
        return call(atMost, call -> call.send(new Append(key, tail)));
    }

    @Override
    public CompletableFuture<List<Value>> multiGet(List<Key> keys, Duration atMost) {
        if (keys.isEmpty()) { // its answer would have no bytes to wait for
            return CompletableFuture.completedFuture(List.of());
        }
        return call(
                atMost,
                call ->
                        present(call, keys)
                                .thenCompose(_ -> call.ask(new MultiGet(keys), GotAll.class))
                                .thenApply(GotAll::values));
    }

    @Override
    public CompletableFuture<Void> multiSet(Map<Key, Value> entries, Duration atMost) {
        var inOrder =
                entries.entrySet().stream()
                        .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                        .toList();
        return call(atMost, call -> call.send(new MultiSet(inOrder)));
    }

    @Override
    public CompletableFuture<Void> queuePush(Key name, Value value, Duration atMost) {
        return call(atMost, call -> call.send(new QueuePush(name, value)));
    }

    @Override
    public CompletableFuture<Value> queuePop(Key name, Duration atMost) {
        return call(atMost, call -> pop(call, name, MOST_VAIN_POPS));
    }

    @Override
    public CompletableFuture<Optional<Value>> queuePoll(Key name, Duration atMost) {
        return call(atMost, call -> poll(call, name));
    }

    @Override
    public CompletableFuture<Long> queueLength(Key name, Duration atMost) {
        return number(new QueueLength(name), atMost);
    }

    @Override
    public CompletableFuture<List<Key>> listKeys(Duration atMost) {
        return call(atMost, call -> call.ask(new ListKeys(), Listed.class).thenApply(Listed::keys));
    }

    @Override
    public CompletableFuture<Void> barrier(Key key, long worldSize, Duration atMost) {
        var request = new Barrier(key, worldSize);
        return call(atMost, call -> call.ask(request, Released.class).thenAccept(_ -> {}));
    }

    private <T> CompletableFuture<T> call(
            Duration atMost, Function<StoreCall, CompletableFuture<T>> steps) {
        var call = new StoreCall(name, line, Deadline.in(atMost));
        var result = steps.apply(call);
        var _ = result.whenComplete((_, _) -> call.giveUp());
        return result;
    }

    private CompletableFuture<Long> number(StoreRequest request, Duration atMost) {
        return call(atMost, call -> call.ask(request, Number.class).thenApply(Number::value));
    }

    /** Completes once {@code keys} are there. A wait needs a connection, so it first asks. */
    private static CompletableFuture<Void> present(StoreCall call, List<Key> keys) {
        return call.ask(new Check(keys), Checked.class)
                .thenCompose(
                        checked ->
                                checked.allPresent()
                                        ? CompletableFuture.completedFuture(null)
                                        : await(call, keys));
    }

    private static CompletableFuture<Void> await(StoreCall call, List<Key> keys) {
        return call.ask(new Wait(keys), Released.class).thenAccept(_ -> {});
    }

    private static CompletableFuture<Optional<Value>> poll(StoreCall call, Key name) {
        return call.ask(new QueuePop(name), Popped.class).thenApply(Popped::value);
    }

    /** Waits and tries again while another is faster. */
    private static CompletableFuture<Value> pop(StoreCall call, Key name, int triesLeft) {
        return poll(call, name)
                .thenCompose(
                        value ->
                                value.map(CompletableFuture::completedFuture)
                                        .orElseGet(() -> popLater(call, name, triesLeft)));
    }

    private static CompletableFuture<Value> popLater(StoreCall call, Key name, int triesLeft) {
        if (triesLeft == 0) {
            return CompletableFuture.failedFuture(
                    new StoreException(
                            "QueuePop: %s is always there and its queue always empty, so it must be a key"
                                    .formatted(name)));
        }
        return await(call, List.of(name)).thenCompose(_ -> pop(call, name, triesLeft - 1));
    }
}
