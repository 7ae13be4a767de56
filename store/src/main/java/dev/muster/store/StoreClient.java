package dev.muster.store;

import static java.util.stream.Collectors.joining;

import dev.muster.store.client.Answer;
import dev.muster.store.client.Answer.Interrupted;
import dev.muster.store.client.Answer.Late;
import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Answer.Replied;
import dev.muster.store.client.Answer.Sent;
import dev.muster.store.client.Deadline;
import dev.muster.store.client.StoreConnection;
import dev.muster.store.client.StoreConnector;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply;
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

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A client of a store that speaks today's dialect: this one's server, or PyTorch's own.
 *
 * <p>Its methods may be called from any thread, and one call is served at a time: while one thread
 * waits for a key, the others wait for that thread. Whoever must set what another waits for opens a
 * second client.
 */
public final class StoreClient implements Store {
    private static final int MOST_KEYS_NAMED = 8;
    private static final int MOST_VAIN_POPS = 1_000;

    private final InetSocketAddress address;
    private final StoreConnection connection;

    private StoreClient(InetSocketAddress address, StoreConnection connection) {
        this.address = address;
        this.connection = connection;
    }

    /**
     * Connects to the store at {@code address}, trying again until {@code atMost} is over.
     *
     * @throws StoreLost if that fails, with the reason of the last attempt
     */
    public static StoreClient connect(InetSocketAddress address, Duration atMost) {
        try {
            return new StoreClient(address, StoreConnector.open(address, Deadline.in(atMost)));
        } catch (IOException e) {
            throw new StoreLost(
                    "no store at %s within %d ms: %s"
                            .formatted(place(address), atMost.toMillis(), e.getMessage()));
        }
    }

    @Override
    public void set(Key key, Value value, Duration atMost) {
        send(new StoreRequest.Set(key, value), Deadline.in(atMost));
    }

    @Override
    public Value get(Key key, Duration atMost) {
        var deadline = Deadline.in(atMost);
        await(List.of(key), deadline);
        return ask(new Get(key), Got.class, deadline).value();
    }

    @Override
    public long add(Key key, long delta, Duration atMost) {
        return ask(new Add(key, delta), Number.class, Deadline.in(atMost)).value();
    }

    @Override
    public boolean check(List<Key> keys, Duration atMost) {
        return ask(new Check(keys), Checked.class, Deadline.in(atMost)).allPresent();
    }

    @Override
    public void waitFor(List<Key> keys, Duration atMost) {
        await(keys, Deadline.in(atMost));
    }

    @Override
    public Value compareSet(Key key, Value expected, Value desired, Duration atMost) {
        var request = new CompareSet(key, expected, desired);
        return ask(request, Got.class, Deadline.in(atMost)).value();
    }

    @Override
    public boolean delete(Key key, Duration atMost) {
        return ask(new Delete(key), Number.class, Deadline.in(atMost)).value() > 0;
    }

    @Override
    public long numKeys(Duration atMost) {
        return ask(new GetNumKeys(), Number.class, Deadline.in(atMost)).value();
    }

    @Override
    public void append(Key key, Value tail, Duration atMost) {
        send(new Append(key, tail), Deadline.in(atMost));
    }

    @Override
    public List<Value> multiGet(List<Key> keys, Duration atMost) {
        if (keys.isEmpty()) return List.of(); // its answer would have no bytes to wait for
        var deadline = Deadline.in(atMost);
        await(keys, deadline);
        return ask(new MultiGet(keys), GotAll.class, deadline).values();
    }

    @Override
    public void multiSet(Map<Key, Value> entries, Duration atMost) {
        var inOrder =
                entries.entrySet().stream()
                        .map(entry -> new Entry(entry.getKey(), entry.getValue()))
                        .toList();
        send(new MultiSet(inOrder), Deadline.in(atMost));
    }

    @Override
    public void queuePush(Key name, Value value, Duration atMost) {
        send(new QueuePush(name, value), Deadline.in(atMost));
    }

    @Override
    public Value queuePop(Key name, Duration atMost) {
        var deadline = Deadline.in(atMost);
        for (int i = 0; i < MOST_VAIN_POPS; i++) { // another may be faster
            await(List.of(name), deadline);
            var popped = ask(new QueuePop(name), Popped.class, deadline).value();
            if (popped.isPresent()) return popped.get();
        }
        throw new StoreException(
                "QueuePop: %s is always there and its queue always empty, so it must be a key"
                        .formatted(name));
    }

    @Override
    public Optional<Value> queuePoll(Key name, Duration atMost) {
        return ask(new QueuePop(name), Popped.class, Deadline.in(atMost)).value();
    }

    @Override
    public long queueLength(Key name, Duration atMost) {
        return ask(new QueueLength(name), Number.class, Deadline.in(atMost)).value();
    }

    @Override
    public List<Key> listKeys(Duration atMost) {
        return ask(new ListKeys(), Listed.class, Deadline.in(atMost)).keys();
    }

    @Override
    public void barrier(Key key, long worldSize, Duration atMost) {
        ask(new Barrier(key, worldSize), Released.class, Deadline.in(atMost));
    }

    @Override
    public void close() {
        connection.close();
    }

    private void await(List<Key> keys, Deadline deadline) {
        ask(new Wait(keys), Released.class, deadline);
    }

    private <R extends StoreReply> R ask(StoreRequest request, Class<R> kind, Deadline deadline) {
        Answer answer = connection.ask(request, deadline);
        if (answer instanceof Replied(var reply)) return kind.cast(reply);
        throw failure(request, answer, deadline);
    }

    private void send(StoreRequest request, Deadline deadline) {
        Answer answer = connection.ask(request, deadline);
        if (!(answer instanceof Sent)) throw failure(request, answer, deadline);
    }

    private StoreException failure(StoreRequest request, Answer answer, Deadline deadline) {
        String doing = request.getClass().getSimpleName();
        return switch (answer) {
            case Late _ -> new StoreTimeout(late(request, deadline.atMost()));
            case Lost(var because) ->
                    new StoreLost(
                            "%s: the store at %s is lost: %s"
                                    .formatted(doing, place(address), because));
            case Interrupted _ -> new StoreException(doing + " was interrupted");
            case Replied _, Sent _ ->
                    throw new IllegalStateException("%s came to %s".formatted(doing, answer));
        };
    }

    private static String late(StoreRequest request, Duration atMost) {
        long millis = atMost.toMillis();
        return switch (request) {
            case Wait(var keys) ->
                    "wait timeout after %d ms, keys: %s".formatted(millis, some(keys));
            case Barrier(var key, _) ->
                    "barrier timeout after %d ms, key: %s".formatted(millis, key);
            default ->
                    "no answer to %s within %d ms"
                            .formatted(request.getClass().getSimpleName(), millis);
        };
    }

    /** As it was named: a look-up of the other spelling could take seconds. */
    private static String place(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    private static String some(List<Key> keys) {
        String shown =
                keys.stream().limit(MOST_KEYS_NAMED).map(Key::toString).collect(joining(", "));
        int more = keys.size() - MOST_KEYS_NAMED;
        return more > 0 ? "%s and %d more".formatted(shown, more) : shown;
    }
}
