package dev.muster.store;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Calls from a seed, on few enough names to meet, none of which has to wait for a later one. */
final class RandomCalls {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final SplittableRandom random;

    RandomCalls(long seed) {
        random = new SplittableRandom(seed);
    }

    /** One call, and what it came to on a store. */
    record Call(String name, Function<Store, Object> on) {
        Object on(Store store) {
            return on.apply(store);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    Call next() {
        var key = text();
        var other = text();
        var value = value();
        var expected = value();
        var counter = Key.of("n" + random.nextInt(3));
        var queue = Key.of("q" + random.nextInt(3));
        long delta = random.nextLong();
        return switch (random.nextInt(16)) {
            case 0 -> done("set " + key, store -> store.set(key, value, SOON));
            case 1 -> call("get " + key, store -> ifThere(store, key, () -> store.get(key, SOON)));
            case 2 -> call("add " + counter, store -> store.add(counter, delta, SOON));
            case 3 -> call("check", store -> store.check(List.of(key, other), SOON));
            case 4 ->
                    call(
                            "wait " + key,
                            store ->
                                    ifThere(
                                            store,
                                            key,
                                            () -> {
                                                store.waitFor(List.of(key), SOON);
                                                return "came";
                                            }));
            case 5, 6 ->
                    call(
                            "compareSet " + key,
                            store -> store.compareSet(key, expected, value, SOON));
            case 7 -> call("delete " + key, store -> store.delete(key, SOON));
            case 8 -> call("numKeys", store -> store.numKeys(SOON));
            case 9 -> done("append " + key, store -> store.append(key, value, SOON));
            case 10 ->
                    call(
                            "multiGet",
                            store ->
                                    ifThere(
                                            store,
                                            key,
                                            () -> store.multiGet(List.of(key, key), SOON)));
            case 11 -> {
                var entries = new LinkedHashMap<Key, Value>();
                entries.put(key, value);
                entries.put(other, expected);
                yield done("multiSet", store -> store.multiSet(entries, SOON));
            }
            case 12 -> done("push " + queue, store -> store.queuePush(queue, value, SOON));
            case 13 -> call("poll " + queue, store -> store.queuePoll(queue, SOON));
            case 14 ->
                    call(
                            "pop " + queue,
                            store -> ifThere(store, queue, () -> store.queuePop(queue, SOON)));
            default -> call("listKeys", store -> Set.copyOf(store.listKeys(SOON)));
        };
    }

    private Key text() {
        return Key.of("k" + random.nextInt(4));
    }

    private Value value() {
        if (random.nextInt(4) == 0) {
            byte[] any = new byte[random.nextInt(3_000)];
            random.nextBytes(any);
            return new Value(Bytes.adopt(any));
        }
        return Stream.of(Value.EMPTY, Value.of("a"), Value.of("b"))
                .skip(random.nextInt(3))
                .findFirst()
                .orElseThrow();
    }

    private static Object ifThere(Store store, Key key, Supplier<Object> call) {
        return store.check(List.of(key), SOON) ? call.get() : "absent";
    }

    private static Call call(String name, Function<Store, Object> on) {
        return new Call(name, on);
    }

    private static Call done(String name, Consumer<Store> on) {
        return new Call(
                name,
                store -> {
                    on.accept(store);
                    return "done";
                });
    }
}
