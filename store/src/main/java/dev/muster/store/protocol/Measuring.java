package dev.muster.store.protocol;

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

import java.util.List;

/** Adds up what one request brings, and refuses the first thing that exceeds its limit. */
final class Measuring {
    private final Limits limits;
    private long bytesInAll;

    private Measuring(Limits limits) {
        this.limits = limits;
    }

    static void measure(StoreRequest request, Limits limits) {
        var measuring = new Measuring(limits);
        measuring.take(request);
        if (measuring.bytesInAll > limits.maxMessageBytes()) {
            throw new IllegalArgumentException(
                    "names and values of %d bytes together (expected: <= %d)"
                            .formatted(measuring.bytesInAll, limits.maxMessageBytes()));
        }
    }

    private void take(StoreRequest request) {
        switch (request) {
            case StoreRequest.Set(var key, var value) -> take(key, value);
            case Append(var key, var tail) -> take(key, tail);
            case QueuePush(var name, var value) -> take(name, value);
            case CompareSet(var key, var expected, var desired) -> {
                take(key, expected);
                take(desired);
            }
            case MultiSet(var entries) -> {
                count(entries);
                entries.forEach(entry -> take(entry.key(), entry.value()));
            }
            case Check(var keys) -> take(keys);
            case Wait(var keys) -> take(keys);
            case MultiGet(var keys) -> take(keys);
            case Get(var key) -> take(key);
            case Add(var key, _) -> take(key);
            case Delete(var key) -> take(key);
            case QueuePop(var name) -> take(name);
            case QueueLength(var name) -> take(name);
            case Barrier(var key, _) -> take(key);
            case Watch(var key) -> take(key);
            case GetNumKeys _, ListKeys _, CancelWait _, Ping _ -> {}
        }
    }

    private void take(List<Key> keys) {
        count(keys);
        keys.forEach(this::take);
    }

    private void take(Key key, Value value) {
        take(key);
        take(value);
    }

    private void take(Key key) {
        add("key", key.name(), limits.maxKeyBytes());
    }

    private void take(Value value) {
        add("value", value.content(), limits.maxValueBytes());
    }

    private void count(List<?> named) {
        if (named.size() > limits.maxNames()) {
            throw new IllegalArgumentException(
                    "%d names (expected: <= %d)".formatted(named.size(), limits.maxNames()));
        }
    }

    private void add(String what, Bytes content, int most) {
        if (content.length() > most) {
            throw new IllegalArgumentException(
                    "%s of %d bytes (expected: <= %d)".formatted(what, content.length(), most));
        }
        bytesInAll += content.length();
    }
}
