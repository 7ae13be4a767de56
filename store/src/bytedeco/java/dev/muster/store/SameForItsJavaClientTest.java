package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.WantedDifference.Seen;

import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.ByteVector;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** What PyTorch's client sees when it is called from Java, without any Python on the machine. */
@Tag("bytedeco")
class SameForItsJavaClientTest {
    private static final int OPERATIONS = 200;
    private static final long BRIEFLY_MILLIS = 250;
    private static final long A_WHILE_MILLIS = 700;
    private static final int PORTS = 0xffff;
    private static final List<String> VALUES = List.of("", "1", "-7", "x", " 41 trailing", "+3");

    /** Something that a caller does to a store, and what it gets to see. */
    private interface Operation {
        Object on(TCPStore store);
    }

    private record Named(String doing, Operation operation) {}

    private final StoreServer ours = StoreServer.open(StoreServerConfig.DEFAULT);
    private TCPStore theirs;

    @BeforeEach
    void open_pytorchs_own() {
        theirs =
                new TCPStore(
                        "127.0.0.1",
                        new TCPStoreOptions().port((short) 0).isServer(true).waitWorkers(false));
    }

    @AfterEach
    void end() {
        theirs.close();
        ours.close();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void its_callers_see_the_same_as_on_pytorchs_own_store(long seed) {
        int their = theirs.getPort() & PORTS; // it is a signed short
        int our = ours.address().getPort();
        var operations = operations(new Random(seed));

        var there = run(operations, their);
        var here = run(operations, our);

        for (int i = 0; i < OPERATIONS; i++) {
            var seen = new Seen(operations.get(i).doing(), there.get(i), here.get(i));
            assertThat(seen).as("operation %d", i).matches(Seen::isWanted);
        }
        var doing = "a wait while a compare_set stores nothing";
        assertThat(new Seen(doing, there.getLast(), here.getLast())).matches(Seen::isWanted);
    }

    private static List<String> run(List<Named> operations, int port) {
        var seen = new ArrayList<String>();
        var store = connect(port);
        for (var named : operations) {
            seen.add(outcome(named.operation(), store));
            if (!seen.getLast().equals("lost")) continue;
            store.close();
            store = connect(port);
        }
        seen.add(outcome(client -> waitWhileNothingIsStored(client, port), store));
        store.close();
        return seen;
    }

    private static TCPStore connect(int port) {
        var options =
                new TCPStoreOptions()
                        .port((short) port)
                        .isServer(false)
                        .waitWorkers(false)
                        .timeout(new Milliseconds(BRIEFLY_MILLIS));
        return new TCPStore("127.0.0.1", options);
    }

    private static Object waitWhileNothingIsStored(TCPStore store, int port) {
        var other = connect(port);
        var soon = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);
        var vain =
                CompletableFuture.runAsync(
                        () -> other.compareSet("none0", bytes("x"), bytes("y")), soon);
        try {
            store._wait(new StringVector("none0"), new Milliseconds(A_WHILE_MILLIS));
            return "None";
        } finally {
            vain.join();
            other.close();
        }
    }

    /** As Python would put it; the text of what is lost depends on what was read before. */
    private static String outcome(Operation operation, TCPStore store) {
        try {
            return String.valueOf(operation.on(store));
        } catch (RuntimeException e) {
            String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            if (line.startsWith("wait timeout")) return "DistStoreError: " + line;
            return line.startsWith("queue is empty") ? line : "lost";
        }
    }

    private static List<Named> operations(RandomGenerator random) {
        return Stream.generate(() -> operation(random)).limit(OPERATIONS).toList();
    }

    private static Named operation(RandomGenerator random) {
        String key = "k" + random.nextInt(5);
        String other = "k" + random.nextInt(5);
        String value = VALUES.get(random.nextInt(VALUES.size()));
        String expected = VALUES.get(random.nextInt(VALUES.size()));
        String queue = "q" + random.nextInt(2);
        int delta = random.nextInt(-3, 4);
        var both = List.of(key, other);
        return switch (random.nextInt(15)) {
            case 0, 1 -> done("set " + key, store -> store.set(key, bytes(value)));
            case 2, 3 -> new Named("get " + key, store -> text(store.get(key)));
            case 4 -> new Named("add " + key, store -> store.add(key, delta));
            case 5 -> new Named("add n", store -> store.add("n", delta));
            case 6, 7 ->
                    new Named(
                            "compareSet " + key,
                            store -> text(store.compareSet(key, bytes(expected), bytes(value))));
            case 8 -> done("append " + key, store -> store.append(key, bytes(value)));
            case 9 -> new Named("check " + both, store -> store.check(names(both)));
            case 10 -> done("wait " + both, store -> store._wait(names(both)));
            case 11 -> new Named("deleteKey " + key, store -> store.deleteKey(key));
            case 12 -> new Named("getNumKeys", TCPStore::getNumKeys);
            case 13 -> done("queuePush " + queue, store -> store.queuePush(queue, bytes(value)));
            default -> new Named("queuePop " + queue, store -> text(store.queuePop(queue, false)));
        };
    }

    private static Named done(String doing, Consumer<TCPStore> act) {
        return new Named(
                doing,
                store -> {
                    act.accept(store);
                    return "None";
                });
    }

    private static StringVector names(List<String> names) {
        return new StringVector(names.toArray(String[]::new));
    }

    private static ByteVector bytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length == 0 ? new ByteVector() : new ByteVector(bytes);
    }

    private static String text(ByteVector bytes) {
        return bytes.size() == 0 ? "" : new String(bytes.get(), StandardCharsets.UTF_8);
    }
}
