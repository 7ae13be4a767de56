package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.muster.store.Store;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;
import dev.muster.store.recorded.Transcript;
import dev.muster.store.recorded.Transcript.Step;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** This server's answers are, byte for byte, those that real clients got from PyTorch's server. */
class RecordedSessionsTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    /** What somebody outside the recording did, so that the wait it was recorded in ended. */
    private static final Map<String, Consumer<Store>> MEANWHILE =
            Map.of(
                    "queuePop('q', block=true) blocks",
                    store -> store.queuePush(Key.of("q"), Value.of("late"), SOON),
                    "get('later') blocks",
                    store -> store.set(Key.of("later"), Value.of("came"), SOON),
                    "wait(['w1','w2'], 10 s)",
                    store -> {
                        store.append(Key.of("w1"), Value.of("x"), SOON);
                        store.add(Key.of("w2"), 1, SOON);
                    },
                    "wait(['cas'], 1 s)",
                    store -> store.compareSet(Key.of("cas"), Value.EMPTY, Value.of("x"), SOON));

    /** What somebody outside the recording did before the client went on. */
    private static final Map<String, Consumer<Store>> BEFORE =
            Map.of(
                    "getNumKeys() after that",
                    store -> store.compareSet(Key.of("never"), Value.EMPTY, Value.EMPTY, SOON));

    /** Where PyTorch's server ends a wait for a key although nothing was stored under it. */
    private static final String WOKEN_FOR_NOTHING =
            "wait(['cas2'], 600 ms) while another client's compareSet('cas2','x','y') changes"
                    + " nothing after 200 ms";

    @ParameterizedTest(name = "{0}, byte by byte: {1}")
    @CsvSource({
        "torch-2.5/basic, false",
        "torch-2.5/basic, true",
        "torch-2.7/basic, false",
        "torch-2.7/basic, true",
        "torch-2.10/basic, false",
        "torch-2.10/basic, true",
        "torch-2.10/wait, false",
        "torch-2.10/wait, true",
        "torch-2.10/workers-2, false",
        "torch-2.10/workers-2, true",
        "torch-2.10/queues, false",
        "torch-2.10/queues, true",
        "torch-2.10/large-value, false"
    })
    void a_recorded_session_goes_as_it_went(String recording, boolean byteByByte)
            throws IOException {
        var transcript =
                Transcript.read(recording).without("listKeys()").without(WOKEN_FOR_NOTHING);
        var clients = new HashMap<Integer, RawClient>();
        var before = new HashMap<>(BEFORE);
        var meanwhile = new HashMap<>(MEANWHILE);
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var outside = StoreClient.connect(server.address(), SOON)) {
            for (Step step : transcript.steps()) {
                switch (step) {
                    case Step.Opened(var on, _) ->
                            clients.put(on, RawClient.connect(server.address()));
                    case Step.ClientSent(var on, var doing, var bytes)
                            when clients.containsKey(on) -> {
                        outside(before, doing, outside);
                        send(clients.get(on), bytes, byteByByte, isClosedByServer(transcript, on));
                    }
                    case Step.ServerSent(var on, var doing, var bytes) -> {
                        outside(meanwhile, doing, outside);
                        assertThat(requireNonNull(clients.get(on)).read(bytes.length()))
                                .as(doing)
                                .isEqualTo(bytes);
                    }
                    case Step.ClientClosed(var on, _) -> requireNonNull(clients.remove(on)).close();
                    case Step.ServerClosed(var on, _) when clients.containsKey(on) ->
                            assertThat(clients.remove(on).isClosedByServer()).isTrue();
                    case Step.ClientSent _, Step.ServerClosed _ -> {} // it is closed already
                }
            }
        }
        for (var client : clients.values()) client.close();
    }

    private static void send(RawClient client, Bytes bytes, boolean byteByByte, boolean mayFail)
            throws IOException {
        try {
            if (byteByByte) client.sendByteByByte(bytes);
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
            act.getValue().accept(outside);
            acts.remove(act.getKey()); // it happened once
        }
    }
}
