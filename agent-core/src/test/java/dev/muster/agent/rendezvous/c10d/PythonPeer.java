package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.protocol.Value;
import dev.muster.testing.TestPython;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process of real PyTorch that reads, writes and serves rendezvous states. */
final class PythonPeer implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final DateTimeFormatter MICROSECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;

    private PythonPeer(Process process) {
        this.process = process;
        this.answers = process.inputReader();
        this.orders = process.outputWriter();
    }

    /** Importing torch takes seconds, so one serves a whole class of tests. */
    static PythonPeer start() throws IOException, URISyntaxException {
        var script = Objects.requireNonNull(PythonPeer.class.getResource("python_peer.py"));
        var command =
                List.of(TestPython.path().toString(), "-u", Path.of(script.toURI()).toString());
        var peer =
                new PythonPeer(
                        new ProcessBuilder(command)
                                .redirectError(ProcessBuilder.Redirect.INHERIT)
                                .start());
        peer.answers.readLine(); // ready
        return peer;
    }

    /** What it understands a stored state to be, in the words of {@link #words}. */
    String describe(Value stored, StateDialect dialect) {
        return ask(Map.of("do", "describe", "text", stored.toText(), "dialect", dialect.name()))
                .asString();
    }

    /** What it stores for the same state, of any dialect but the first. */
    Value repickle(Value stored, int protocol) {
        var order = Map.of("do", "repickle", "text", stored.toText(), "protocol", protocol);
        return Value.of(ask(order).asString());
    }

    /** A store of its own that PyTorch serves until this process ends. */
    InetSocketAddress serve() {
        int port = ask(Map.of("do", "serve")).asInt();
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    /** Makes it take part in {@code run} through the store that listens there. */
    void join(InetSocketAddress store, String run) {
        ask(Map.of("do", "join", "port", store.getPort(), "run", run));
    }

    /** The run's state in the words of {@link #words}; empty if there is none yet. */
    Optional<String> read() {
        var found = ask(Map.of("do", "read"));
        return found.isNull() ? Optional.empty() : Optional.of(found.asString());
    }

    /** Writes a state of one participant over what it read last. Whether that is there now. */
    boolean write(int round, String address) {
        return ask(Map.of("do", "write", "round", round, "address", address)).asBoolean();
    }

    /** What a Python program of {@code dialect} says of {@code state}. */
    static String words(RendezvousState state, StateDialect dialect) {
        var lines =
                Stream.<Stream<String>>of(
                        Stream.of(
                                "round " + state.round(),
                                "complete " + python(state.complete()),
                                "closed " + python(state.closed()),
                                "deadline "
                                        + state.deadline()
                                                .map(at -> python(at, dialect))
                                                .orElse("None")),
                        state.participants().entrySet().stream()
                                .map(
                                        each ->
                                                "participant "
                                                        + each.getKey()
                                                        + " "
                                                        + each.getValue()),
                        state.waitList().stream().map(each -> "waits " + each),
                        dialect.spares() ? Stream.of("spares") : Stream.of(),
                        state.redundancyList().stream().map(each -> "spare " + each),
                        state.lastHeartbeats().entrySet().stream()
                                .map(
                                        each ->
                                                "heard %s %s"
                                                        .formatted(
                                                                each.getKey(),
                                                                python(each.getValue(), dialect))));
        return lines.flatMap(each -> each).sorted().collect(Collectors.joining("\n"));
    }

    @Override
    public void close() throws IOException {
        orders.close();
        if (process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join().isAlive()) {
            process.destroyForcibly();
        }
    }

    private static String python(boolean value) {
        return value ? "True" : "False";
    }

    private static String python(Instant at, StateDialect dialect) {
        return MICROSECONDS.format(at) + (dialect.zoned() ? "+00:00" : "");
    }

    private JsonNode ask(Map<String, ?> order) {
        try {
            orders.write(JSON.writeValueAsString(order) + "\n");
            orders.flush();
            return JSON.readTree(Objects.requireNonNull(answers.readLine(), "its process ended"));
        } catch (IOException e) {
            throw new UncheckedIOException("PyTorch's process is gone", e);
        }
    }
}
