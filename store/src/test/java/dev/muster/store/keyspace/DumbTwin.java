package dev.muster.store.keyspace;

import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Listed;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Pong;
import dev.muster.store.protocol.StoreReply.Popped;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreReply.Watching;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.ListKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.QueueLength;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.StoreRequest.Watch;
import dev.muster.store.protocol.Value;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The keyspace again, too slow and too simple to be wrong: text under text, and after each change a
 * look at every wait. It knows no limits.
 */
public final class DumbTwin {
    private record Waiting(ConnectionId connection, List<Key> missing) {
        Waiting copy() {
            return new Waiting(connection, new ArrayList<>(missing));
        }
    }

    private static final BigInteger TOO_LARGE = BigInteger.TWO.pow(100);

    private final Map<Key, String> texts = new TreeMap<>();
    private final Map<Key, List<String>> queues = new TreeMap<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final List<Waiting> atBarrier = new ArrayList<>();
    private final List<ConnectionId> released = new ArrayList<>();

    /** A twin that goes its own way from here. */
    public DumbTwin copy() {
        var copy = new DumbTwin();
        copy.texts.putAll(texts);
        queues.forEach((name, queue) -> copy.queues.put(name, new ArrayList<>(queue)));
        waiting.forEach(wait -> copy.waiting.add(wait.copy()));
        atBarrier.forEach(wait -> copy.atBarrier.add(wait.copy()));
        return copy;
    }

    /** Does what {@code request}, sent on {@code connection}, asks. */
    public Outcome on(ConnectionId connection, StoreRequest request) {
        left(connection);
        released.clear();
        boolean refused =
                switch (request) {
                    case Add(var key, _) -> number(key).bitLength() > 63;
                    case Barrier(var key, _) -> number(key).bitLength() > 63;
                    default -> false;
                };
        if (refused) {
            return new Refused("no number");
        }
        var reply = answer(connection, request);
        return new Served(reply, List.copyOf(released));
    }

    /** {@code connection} is closed. */
    public void left(ConnectionId connection) {
        waiting.removeIf(wait -> wait.connection().equals(connection));
        atBarrier.removeIf(wait -> wait.connection().equals(connection));
    }

    private Optional<StoreReply> answer(ConnectionId connection, StoreRequest request) {
        return switch (request) {
            case StoreRequest.Set(var key, var value) -> put(key, value.toText());
            case Append(var key, var tail) -> put(key, text(key) + tail.toText());
            case MultiSet(var entries) -> {
                for (Entry entry : entries) put(entry.key(), entry.value().toText());
                yield Optional.empty();
            }
            case CompareSet(var key, var expected, var desired) -> {
                boolean missing = !texts.containsKey(key);
                if (text(key).equals(expected.toText())) put(key, desired.toText());
                else if (missing) yield Optional.of(new Got(expected));
                yield Optional.of(new Got(Value.of(text(key))));
            }
            case Add(var key, var delta) -> {
                long after = number(key).add(BigInteger.valueOf(delta)).longValue();
                put(key, "" + after);
                yield Optional.of(new Number(after));
            }
            case Get(var key) -> Optional.of(new Got(Value.of(text(key))));
            case MultiGet(var keys) ->
                    Optional.of(new GotAll(keys.stream().map(key -> Value.of(text(key))).toList()));
            case Check(var keys) -> Optional.of(new Checked(missing(keys).isEmpty()));
            case Wait(var keys) -> {
                if (missing(keys).isEmpty()) yield Optional.of(new Released());
                waiting.add(new Waiting(connection, missing(keys)));
                yield Optional.empty();
            }
            case Delete(var key) -> Optional.of(new Number(texts.remove(key) == null ? 0 : 1));
            case GetNumKeys() -> Optional.of(new Number(texts.size()));
            case CancelWait() -> Optional.of(new WaitCancelled());
            case Ping(var nonce) -> Optional.of(new Pong(nonce));
            case QueuePush(var name, var value) -> push(name, value.toText());
            case QueuePop(var name) -> {
                var queue = queue(name);
                var first = queue.stream().map(Value::of).findFirst();
                long length = queue.size();
                if (length > 0) queue.removeFirst();
                yield Optional.of(new Popped(length, first));
            }
            case Watch _ -> Optional.of(new Watching());
            case QueueLength(var name) -> Optional.of(new Number(queue(name).size()));
            case ListKeys() -> Optional.of(new Listed(List.copyOf(texts.keySet())));
            case Barrier(var key, var worldSize) -> {
                long arrived = number(key).longValue() + 1;
                put(key, "" + arrived);
                atBarrier.add(new Waiting(connection, new ArrayList<>(List.of(key))));
                if (arrived < worldSize) yield Optional.empty();
                atBarrier.removeLast();
                for (Waiting arrivedBefore : List.copyOf(atBarrier)) {
                    if (!arrivedBefore.missing().contains(key)) continue;
                    atBarrier.remove(arrivedBefore);
                    released.add(arrivedBefore.connection());
                }
                yield Optional.of(new Released());
            }
        };
    }

    private String text(Key key) {
        return texts.getOrDefault(key, "");
    }

    private BigInteger number(Key key) {
        var digits = Pattern.compile("-?[0-9]+").matcher(texts.getOrDefault(key, "0"));
        return digits.lookingAt() ? new BigInteger(digits.group()) : TOO_LARGE;
    }

    private List<Key> missing(List<Key> keys) {
        return new ArrayList<>(keys.stream().filter(key -> !isPresent(key)).toList());
    }

    private boolean isPresent(Key key) {
        return texts.containsKey(key) || !queue(key).isEmpty();
    }

    private List<String> queue(Key name) {
        return queues.computeIfAbsent(name, _ -> new ArrayList<>());
    }

    private Optional<StoreReply> push(Key name, String text) {
        queue(name).add(text);
        for (Waiting wait : List.copyOf(waiting)) {
            if (!wait.missing().removeIf(name::equals) || !wait.missing().isEmpty()) continue;
            waiting.remove(wait);
            released.add(wait.connection());
            break;
        }
        return Optional.empty();
    }

    private Optional<StoreReply> put(Key key, String text) {
        texts.put(key, text);
        for (Waiting wait : List.copyOf(waiting)) {
            wait.missing().removeIf(texts::containsKey);
            if (wait.missing().isEmpty()) {
                waiting.remove(wait);
                released.add(wait.connection());
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DumbTwin twin
                && texts.equals(twin.texts)
                && queues.equals(twin.queues)
                && waiting.equals(twin.waiting)
                && atBarrier.equals(twin.atBarrier);
    }

    @Override
    public int hashCode() {
        return Objects.hash(texts, queues, waiting, atBarrier);
    }
}
