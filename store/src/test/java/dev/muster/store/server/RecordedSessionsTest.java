package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import static java.util.Objects.requireNonNull;

import dev.muster.store.Store;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.Value;
import dev.muster.store.recorded.Transcript;
import dev.muster.store.recorded.Transcript.Step;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** This server's answers are, byte for byte, those that real clients got from PyTorch's server. */
class RecordedSessionsTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    /** The old back end has no limits, so its large values go in where there are none. */
    private static final Limits AS_LARGE_AS_ANY =
            new Limits(64 << 10, 16 << 20, Limits.DEFAULT.maxNames(), 64 << 20);

    /** Too many bytes for as many segments. */
    private static final int LONG = 1 << 16;

    /**
     * Where PyTorch's old server answers a wait whose client has long asked for something else,
     * which shifts all answers after it. Here the wait ended with that request.
     */
    private static final String WOKEN_TOO_LATE = "another client sets 'never' after the timeout";

    /** What somebody outside the recording did, so that the wait it was recorded in ended. */
    private static final Map<String, Consumer<Store>> MEANWHILE =
            Map.ofEntries(
                    entry(
                            "queuePop('q', block=true) blocks",
                            store -> store.queuePush(Key.of("q"), Value.of("late"), SOON)),
                    entry("get('later') blocks", store -> set(store, "later", "came")),
                    entry(
                            "wait(['w1','w2'], 10 s)",
                            store -> {
                                store.append(Key.of("w1"), Value.of("x"), SOON);
                                store.add(Key.of("w2"), 1, SOON);
                            }),
                    entry(
                            "wait(['w1','have','w2'], 10 s)",
                            store -> {
                                set(store, "w1", "x");
                                store.add(Key.of("w2"), 1, SOON);
                            }),
                    entry(
                            "wait(['cas'], 1 s)",
                            store ->
                                    store.compareSet(
                                            Key.of("cas"), Value.EMPTY, Value.of("x"), SOON)),
                    entry(WOKEN_TOO_LATE, store -> set(store, "never", "x")),
                    entry("another client: set('w','one')", store -> set(store, "w", "one")),
                    entry("another client: set('w','two')", store -> set(store, "w", "two")),
                    entry(
                            "another client: compare_set('w','two','3')",
                            store ->
                                    store.compareSet(
                                            Key.of("w"), Value.of("two"), Value.of("3"), SOON)),
                    entry("another client: add('w',4)", store -> store.add(Key.of("w"), 4, SOON)),
                    entry(
                            "another client: delete_key('w')",
                            store -> store.delete(Key.of("w"), SOON)));

    /** What somebody outside the recording did before the client went on. */
    private static final Map<String, Consumer<Store>> BEFORE =
            Map.of(
                    "getNumKeys() after that",
                    store -> store.compareSet(Key.of("never"), Value.EMPTY, Value.EMPTY, SOON),
                    "wait(['w1','have','w2'], 10 s)",
                    store -> set(store, "have", "x"),
                    "num_keys() right after", // 'cas' was made in the wait, and here would end it
                    store -> set(store, "in place of cas", "x"),
                    "num_keys() after the late wake-up byte",
                    store -> set(store, "never", "x"));

    private static Map.Entry<String, Consumer<Store>> entry(String doing, Consumer<Store> act) {
        return Map.entry(doing, act);
    }

    /** Where PyTorch's server ends a wait for a key although nothing was stored under it. */
    private static final Set<String> WOKEN_FOR_NOTHING =
            Set.of(
                    "wait(['cas2'], 600 ms) while another client's compareSet('cas2','x','y')"
                            + " changes nothing after 200 ms",
                    "wait(['cas2'], 600 ms) while another client's compare_set stores nothing");

    /** Where the old back end does not tell who waits for a key that compare_set has created it. */
    private static final String NOT_WOKEN_BY_COMPARE_SET =
            "wait(['cas'], 1 s) while another client creates it by compare_set";

    /** Where PyTorch's server tells nobody that the first at a barrier has created its key. */
    private static final String NOT_WOKEN_BY_THE_FIRST =
            "wait(['first'], 1 s) while another client is the first of two at that barrier";

    /** Where PyTorch's server opens a barrier because of something that is no arrival at it. */
    private static final String OPENED_BY_A_STRANGER =
            "barrier('added',2,1 s) while another client adds to its counter";

    static Stream<Arguments> recordings() {
        return Transcript.names().stream()
                .flatMap(name -> Stream.of(arguments(name, false), arguments(name, true)));
    }

    @ParameterizedTest(name = "{0}, byte by byte: {1}")
    @MethodSource("recordings")
    void a_recorded_session_goes_as_it_went(String recording, boolean byteByByte)
            throws IOException {
        var transcript = asServedHere(recording);
        var clients = new HashMap<Integer, RawClient>();
        var before = new HashMap<>(BEFORE);
        var meanwhile = new HashMap<>(MEANWHILE);
        try (var server = StoreServer.open(config(recording));
                var outside = StoreClient.connect(server.address(), SOON)) {
            int spokeLast = 0;
            for (Step step : transcript.steps()) {
                switch (step) {
                    case Step.Opened(var on, _) ->
                            clients.put(on, RawClient.connect(server.address()));
                    case Step.ClientSent(var on, var doing, var bytes)
                            when clients.containsKey(on) -> {
                        outside(before, doing, outside);
                        if (spokeLast != on) letItRead(outside);
                        spokeLast = on;
                        send(clients.get(on), bytes, byteByByte, isClosedByServer(transcript, on));
                    }
                    case Step.ServerSent(var on, var doing, var bytes) -> {
                        outside(meanwhile, doing, outside);
                        assertThat(requireNonNull(clients.get(on)).read(bytes.length()))
                                .as(doing)
                                .isEqualTo(bytes);
                    }
                    case Step.ClientClosed(var on, _) when clients.containsKey(on) ->
                            clients.remove(on).close();
                    case Step.ServerClosed(var on, _) when clients.containsKey(on) ->
                            assertThat(clients.remove(on).isClosedByServer()).isTrue();
                    case Step.ClientSent _, Step.ClientClosed _, Step.ServerClosed _ -> {
                        // it is closed already
                    }
                }
            }
        }
        for (var client : clients.values()) client.close();
    }

    /**
     * The recording without what goes another way here, each time for a reason; LIST_KEYS because
     * its order is arbitrary.
     */
    private static Transcript asServedHere(String recording) {
        var whole = new HashSet<>(Set.of(OPENED_BY_A_STRANGER, "listKeys()", "list_keys()"));
        if (recording.equals("torch-1.13/wait")) whole.add(WOKEN_TOO_LATE);
        var waiter = new HashSet<>(Set.of(NOT_WOKEN_BY_THE_FIRST));
        if (recording.endsWith("-legacy")) waiter.add(NOT_WOKEN_BY_COMPARE_SET);
        else waiter.addAll(WOKEN_FOR_NOTHING);
        var transcript =
                Transcript.read(recording)
                        .without(whole::contains)
                        .withoutFirstClient(waiter::contains);
        return recording.contains("/workers-") ? transcript.untilTheStoreEnds() : transcript;
    }

    private static StoreServerConfig config(String recording) {
        return switch (recording) {
            case "torch-1.13/watch-key" ->
                    StoreServerConfig.DEFAULT.withDialects(DialectRule.DETECT_WITH_WATCHES);
            case "torch-1.13/large-value",
                    "torch-2.10/large-value-legacy",
                    "torch-2.13/large-value-legacy" ->
                    StoreServerConfig.DEFAULT.withLimits(AS_LARGE_AS_ANY);
            default -> StoreServerConfig.DEFAULT;
        };
    }

    /**
     * Returns when the server has read all that was sent so far, on whichever connection. What was
     * sent is ready to be read before the first of the two questions is, and whatever is ready
     * together is read before anything that comes later.
     */
    private static void letItRead(Store outside) {
        outside.numKeys(SOON);
        outside.numKeys(SOON);
    }

    private static void set(Store store, String key, String value) {
        store.set(Key.of(key), Value.of(value), SOON);
        store.numKeys(SOON); // its answer tells that the value has arrived
    }

    private static void send(RawClient client, Bytes bytes, boolean byteByByte, boolean mayFail)
            throws IOException {
        try {
            if (byteByByte && bytes.length() > LONG) client.sendInGrowingPieces(bytes);
            else if (byteByByte) client.sendByteByByte(bytes);
            else client.send(bytes);
        } catch (SocketException e) {
            if (!mayFail) throw e;
        }
    }

    private static boolean isClosedByServer(Transcript transcript, int connection) {
        return transcript.steps().stream()
                .anyMatch(step -> step instanceof Step.ServerClosed(var on, _) && on == connection);
    }

    private static void outside(Map<String, Consumer<Store>> acts, String doing, Store outside) {
        var due = acts.entrySet().stream().filter(act -> doing.startsWith(act.getKey())).toList();
        for (var act : due) {
            letItRead(outside);
            act.getValue().accept(outside);
            acts.remove(act.getKey()); // it happened once
        }
    }
}
