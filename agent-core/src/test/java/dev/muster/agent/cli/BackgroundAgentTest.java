package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.history.PastRuns;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.job.Signal;
import dev.muster.agent.journal.EventReader;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The agent that stays, as a process, and the terminals that come and go. */
@Timeout(300)
@BesideOthers
class BackgroundAgentTest {
    private static final String FOR_EVER = "echo ready; exec sleep 600";

    @TempDir private Path folder;

    /** Whatever a test has left in the background. */
    @AfterEach
    void endTheAgent() throws IOException {
        for (AgentSocket agent : agents()) {
            ProcessHandle.of(agent.pid()).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void a_run_that_is_handed_over_outlives_the_call_and_is_attached_to_later()
            throws IOException, InterruptedException {
        Path go = folder.resolve("go");
        String script =
                "echo $GREETING; while [ ! -e %s ]; do sleep 0.1; done; exit 3".formatted(go);
        var handed =
                run(
                        Map.of("GREETING", "hello"),
                        "run",
                        "--detach",
                        "--no-python",
                        "sh",
                        "-c",
                        script);
        assertThat(handed.exitCode()).as(handed.err()).isZero();
        String run = handed.out().strip();

        Files.createFile(go);
        var attached = run(Map.of(), "attach", run);

        assertThat(attached.exitCode()).as(attached.err()).isEqualTo(3);
        assertThat(attached.out()).isEqualTo("hello\n");
        assertThat(agents()).hasSize(1);
    }

    @Test
    void there_is_one_for_each_user_and_a_second_one_says_so()
            throws IOException, InterruptedException {
        try (var first = MusterProcess.start(folder, "agent")) {
            first.awaitTalk("listening at ");
            Path other = Files.createDirectory(folder.resolve("other"));

            var second =
                    run(
                            other,
                            Map.of("MUSTER_HOME", MusterProcess.home(folder).toString()),
                            "agent");

            assertThat(second.exitCode()).isEqualTo(75);
            assertThat(second.err())
                    .isEqualTo(
                            "muster agent: your agent runs already (pid %d)\n"
                                    .formatted(first.pid()));
            first.signal(Signal.TERM);
            assertThat(first.awaitEnd().exitCode()).isZero();
            assertThat(agents()).isEmpty();
        }
    }

    @Test
    void a_signal_stops_its_runs_and_a_second_one_kills_them()
            throws IOException, InterruptedException {
        try (var agent = MusterProcess.start(folder, "agent")) {
            agent.awaitTalk("listening at ");
            run(
                    Map.of(),
                    "run",
                    "--detach",
                    "--no-python",
                    "sh",
                    "-c",
                    "trap '' TERM; : >deaf; " + FOR_EVER);
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.exists(folder.resolve("again/deaf")));

            agent.signal(Signal.INT);
            agent.awaitTalk("stopping all runs");
            agent.signal(Signal.INT);

            assertThat(agent.awaitEnd().exitCode()).isZero();
        }
    }

    @Test
    void it_keeps_the_past_and_its_own_log_within_limits()
            throws IOException, InterruptedException {
        Path home = MusterProcess.home(folder);
        var past = new PastRuns(home);
        past.succeeded("one", Duration.ZERO, Duration.ofHours(1));
        Files.createDirectories(past.home().config());
        Files.writeString(past.home().config().resolve("history.json"), "{\"keepRuns\": 0}");
        Path log = past.home().agentLog();
        Files.writeString(log, "a word\n".repeat(1 << 18));

        run(Map.of(), "run", "--detach", "--no-python", "sleep", "600");

        await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(
                        () -> {
                            assertThat(past.folder("one")).doesNotExist();
                            assertThat(log).content().doesNotContain("a word");
                            assertThat(log.resolveSibling("agent.log.1"))
                                    .content()
                                    .startsWith("a word\n");
                        });
    }

    @Test
    void clients_that_are_killed_leave_no_trace_in_a_run()
            throws IOException, InterruptedException {
        killClients(5);
    }

    @Test
    @Tag("proof")
    @Timeout(1800)
    void fifty_clients_that_are_killed_leave_no_trace_in_a_run()
            throws IOException, InterruptedException {
        killClients(50);
    }

    /** One after the other, each once it has told some events; the last one tells them all. */
    private void killClients(int count) throws IOException, InterruptedException {
        String run =
                run(
                                Map.of(),
                                "run",
                                "--detach",
                                "--max-restarts",
                                "1000",
                                "--no-python",
                                "sh",
                                "-c",
                                "sleep 0.5; exit 1")
                        .out()
                        .strip();
        for (int k = 0; k < count; k++) {
            Path own = Files.createDirectory(folder.resolve("client" + k));
            try (var client =
                    MusterProcess.start(
                            own, home(), MusterProcess.command("watch", run, "-o", "jsonl"))) {
                client.awaitOutput("worker-exited");
                client.signal(Signal.KILL);
                assertGapless(client.awaitEnd().out());
            }
        }
        assertThat(run(Map.of(), "stop", run).exitCode()).isZero();

        var whole = run(Map.of(), "watch", run, "-o", "jsonl");
        assertGapless(whole.out());
        assertThat(whole.out().lines().toList().getLast())
                .contains("\"event\":\"run-ended\"", "stopped by muster stop");
    }

    /** All lines that came whole: 1, 2, 3 … */
    private static void assertGapless(String lines) {
        List<Long> numbers =
                lines.substring(0, lines.lastIndexOf('\n') + 1)
                        .lines()
                        .map(line -> EventReader.read(line).seq())
                        .toList();
        assertThat(numbers).isNotEmpty();
        for (int k = 0; k < numbers.size(); k++) assertThat(numbers.get(k)).isEqualTo(k + 1);
    }

    private MusterProcess.Ended run(Map<String, String> variables, String... words)
            throws IOException, InterruptedException {
        Path own = folder.resolve("again");
        Files.createDirectories(own);
        var all = new HashMap<>(home());
        all.putAll(variables);
        return run(own, all, words);
    }

    private static MusterProcess.Ended run(Path own, Map<String, String> variables, String... words)
            throws IOException, InterruptedException {
        try (var muster = MusterProcess.start(own, variables, MusterProcess.command(words))) {
            return muster.awaitEnd();
        }
    }

    private Map<String, String> home() {
        return Map.of("MUSTER_HOME", MusterProcess.home(folder).toString());
    }

    private List<AgentSocket> agents() throws IOException {
        return AgentSockets.of(home()).present();
    }
}
