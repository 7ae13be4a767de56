package dev.muster.agent.rendezvous.c10d;

import dev.muster.testing.TestPython;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process of real PyTorch that takes part in a rendezvous, as its agents do. */
final class PythonNode implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;

    private PythonNode(Process process) {
        this.process = process;
        this.answers = process.inputReader();
        this.orders = process.outputWriter();
    }

    /**
     * @param role {@code host} or {@code guest} of the store at that port
     */
    static PythonNode start(String role, int port, int min, int max, String address)
            throws IOException {
        try {
            var script =
                    Path.of(
                            Objects.requireNonNull(PythonNode.class.getResource("python_node.py"))
                                    .toURI());
            var command =
                    List.of(
                            TestPython.path().toString(),
                            "-u",
                            script.toString(),
                            role,
                            Integer.toString(port),
                            "run",
                            Integer.toString(min),
                            Integer.toString(max),
                            address);
            var builder = new ProcessBuilder(command);
            var node =
                    new PythonNode(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
            node.answers.readLine(); // ready
            return node;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its rank in the next round. */
    CompletableFuture<Integer> next() {
        return CompletableFuture.supplyAsync(
                () -> ask("next").get("rank").asInt(), Thread::startVirtualThread);
    }

    int waiting() {
        return ask("waiting").get("waiting").asInt();
    }

    boolean shutdown() {
        return ask("shutdown").get("told").asBoolean();
    }

    private JsonNode ask(String order) {
        try {
            orders.write(order + "\n");
            orders.flush();
            return JSON.readTree(Objects.requireNonNull(answers.readLine(), "its process ended"));
        } catch (IOException e) {
            throw new UncheckedIOException("PyTorch's process is gone", e);
        }
    }

    @Override
    public void close() throws IOException {
        orders.close();
        if (process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join().isAlive()) {
            process.destroyForcibly();
        }
    }
}
