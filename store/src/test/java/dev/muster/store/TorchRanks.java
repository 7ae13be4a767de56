package dev.muster.store;

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
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process of real PyTorch that serves stores and plays ranks. One order at a time. */
public final class TorchRanks implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;

    private TorchRanks(Process process) {
        this.process = process;
        this.answers = process.inputReader();
        this.orders = process.outputWriter();
    }

    /** Importing torch takes seconds, so one serves a whole class of tests. */
    public static TorchRanks start() throws IOException, URISyntaxException {
        URL script =
                Objects.requireNonNull(TorchRanks.class.getResource("/scripts/elastic_ranks.py"));
        var command =
                List.of(TestPython.path().toString(), "-u", Path.of(script.toURI()).toString());
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("OMP_NUM_THREADS", "1");
        var ranks = new TorchRanks(builder.start());
        ranks.answers.readLine(); // ready
        return ranks;
    }

    /** A store of its own that PyTorch serves until this process ends. */
    public InetSocketAddress serve() {
        int port = ask(Map.of("do", "serve")).asInt();
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    /** What the ranks come to, once all are done. */
    public CompletableFuture<JsonNode> order(Map<String, Object> order) {
        return CompletableFuture.supplyAsync(() -> ask(order), Thread::startVirtualThread);
    }

    /** Sends its process the signal of that name, without SIG. */
    public void signal(String name) throws IOException {
        var kill = List.of("kill", "-" + name, "" + process.pid());
        new ProcessBuilder(kill).start().onExit().join();
    }

    @Override
    public void close() throws IOException {
        orders.close();
        if (!process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join().isAlive()) {
            return;
        }
        process.destroyForcibly();
    }

    private synchronized JsonNode ask(Map<String, Object> order) {
        try {
            orders.write(JSON.writeValueAsString(order) + "\n");
            orders.flush();
            return JSON.readTree(Objects.requireNonNull(answers.readLine(), "its process ended"));
        } catch (IOException e) {
            throw new UncheckedIOException("PyTorch's ranks are gone", e);
        }
    }
}
