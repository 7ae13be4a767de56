package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.RunId;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The README's calls of an agent by curl, word for word as they stand there. */
@Needs(TestGroup.CURL)
@Timeout(180)
class ReadmeCallsTest {
    private static final Path README = Path.of("../README.md");
    private static final String INDENT = "    ";

    @TempDir private Path folder;

    @Test
    void every_call_of_the_readme_does_what_it_says_of_it() throws IOException {
        try (var agent = new ServedAgent(folder)) {
            RunId run = agent.launch(1, "echo up; exec sleep 600");
            JobSnapshot running = agent.awaitRun(run, now -> now.phase() == Phase.RUNNING);
            awaitWritten(running, "up\n");

            Map<String, String> said = sayAll(agent, run);

            assertThat(said.keySet())
                    .as("calls of the README that are known here")
                    .containsExactly(
                            "/v1/runs",
                            "/v1/runs/$run/logs/0/0/stdout",
                            "/v1/runs/$run/events",
                            "/v1/runs/$run/commands",
                            "@spec.json /v1/runs",
                            "/metrics");
            assertThat(said.get("/v1/runs")).contains(run.value(), "\"phase\":\"running\"");
            assertThat(said.get("/v1/runs/$run/logs/0/0/stdout")).isEqualTo("up\n");
            assertThat(said.get("/v1/runs/$run/events"))
                    .contains("id: 1\n", "id: %d\n".formatted(running.seq()), "\"run-ended\"");
            assertThat(said.get("/v1/runs/$run/commands")).contains("\"accepted\":true");
            assertThat(said.get("@spec.json /v1/runs")).startsWith("{\"run\":\"");
            assertThat(said.get("/metrics")).contains("muster_run_info{run=\"%s\"".formatted(run));
        }
    }

    private static void awaitWritten(JobSnapshot run, String text) {
        Path log = run.attempt().orElseThrow().files().values().iterator().next().stdout();
        await().atMost(60, TimeUnit.SECONDS).until(() -> Files.readString(log).equals(text));
    }

    /** What is said to each call. One that goes on is waited for after all others. */
    private Map<String, String> sayAll(ServedAgent agent, RunId run) throws IOException {
        var said = new LinkedHashMap<String, CompletableFuture<String>>();
        for (String call : block().stream().filter(line -> line.startsWith("curl ")).toList()) {
            var answer =
                    CompletableFuture.supplyAsync(
                            () -> say(call, agent, run), Thread.ofVirtual()::start);
            said.put(what(call), answer);
            if (!call.contains(" -N ")) answer.join();
        }
        var all = new LinkedHashMap<String, String>();
        said.forEach((what, answer) -> all.put(what, answer.join()));
        return all;
    }

    /** As somebody types it in the folder of the run, after the lines that are no call. */
    private String say(String call, ServedAgent agent, RunId run) {
        try {
            List<String> lines =
                    block().stream().filter(line -> !line.startsWith("curl ")).toList();
            var shell =
                    new ProcessBuilder("sh", "-euc", String.join("\n", lines) + "\n" + call)
                            .directory(agent.home().runs().resolve(run.value()).toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT);
            shell.environment().put("XDG_RUNTIME_DIR", agent.runtimeFolder().toString());
            shell.environment().put("run", run.value());
            Process process = shell.start();
            byte[] out = process.getInputStream().readAllBytes();
            assertThat(process.onExit().join().exitValue()).as(call).isZero();
            return new String(out, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(call, e);
        }
    }

    /** The file it sends and the path it asks for, as far as it has them. */
    private static String what(String call) {
        String path = call.substring(call.indexOf("http://muster") + "http://muster".length());
        return call.contains(" @spec.json ") ? "@spec.json " + path : path;
    }

    /** All lines of the README's block in which curl is called. */
    private static List<String> block() throws IOException {
        List<String> lines = Files.readAllLines(README);
        int some = 0;
        while (!lines.get(some).startsWith(INDENT + "curl ")) some++;
        int first = some;
        while (lines.get(first - 1).startsWith(INDENT)) first--;
        int end = some;
        while (lines.get(end).startsWith(INDENT)) end++;
        return lines.subList(first, end).stream().map(String::strip).toList();
    }
}
