package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.Recording;
import dev.muster.gui.testing.BackgroundAgents;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What becomes of a run when the cockpit that started it is killed, and started again. */
@BesideOthers
@Needs(TestGroup.SCREEN)
class RestartedCockpitTest {
    @TempDir Path folder;
    private Map<String, String> environment;
    private Path script;

    /** What a cockpit showed, and how long after it was called. */
    private record Sight(String line, Duration after) {}

    @BeforeEach
    void prepare() throws IOException {
        environment = Map.of("MUSTER_HOME", folder.resolve("home").toString());
        script = folder.resolve("worker.sh");
        Files.writeString(
                script,
                "#!/bin/sh\necho $$ >>%s\nwhile :; do echo tick; sleep 0.2; done\n"
                        .formatted(folder.resolve("pids")));
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    @AfterEach
    void endAgent() throws IOException {
        BackgroundAgents.end(environment);
        List<Long> workers = Files.exists(pids()) ? workers() : List.of();
        assertThat(workers).allMatch(pid -> ProcessHandle.of(pid).isEmpty());
    }

    @Test
    @Timeout(300)
    void a_cockpit_that_was_killed_comes_back_on_the_same_run_which_did_not_notice()
            throws IOException, InterruptedException {
        Sight first = startRun();

        Sight second = showAgain();

        assertThat(second.line().split("\\|", -1)[1]).startsWith(" worker.sh of");
        assertThat(runOf(second)).isEqualTo(runOf(first));
        assertDidNotNotice(runOf(first));
    }

    @Test
    @Timeout(300)
    void a_run_that_is_started_in_a_terminal_appears_by_itself()
            throws IOException, InterruptedException {
        Process cockpit = cockpit();
        Process terminal =
                java("dev.muster.agent.cli.MusterMain", "run", "--no-python", script.toString());
        try (BufferedReader says = cockpit.inputReader(StandardCharsets.UTF_8)) {
            assertThat(says.readLine()).as(() -> report()).contains("worker.sh of");
        } finally {
            terminal.destroy(); // stops its workers first
            end(cockpit);
            assertThat(terminal.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @Tag("proof")
    @Timeout(600)
    void after_each_of_ten_kills_the_cockpit_is_back_on_its_run_within_three_seconds()
            throws IOException, InterruptedException {
        RunId run = runOf(startRun());
        var back = new ArrayList<Duration>();

        for (int kill = 0; kill < 10; kill++) {
            Sight sight = showAgain();
            assertThat(runOf(sight)).isEqualTo(run);
            back.add(sight.after());
        }

        assertDidNotNotice(run);
        assertThat(back)
                .as("all of %s", back)
                .allMatch(each -> each.compareTo(Duration.ofSeconds(3)) <= 0);
    }

    private Sight startRun() throws IOException, InterruptedException {
        return lookAndKill("open", "--no-python", script.toString());
    }

    private Sight showAgain() throws IOException, InterruptedException {
        return lookAndKill();
    }

    /** Waits until a cockpit shows a run with a worker, and kills it. */
    private Sight lookAndKill(String... call) throws IOException, InterruptedException {
        long called = System.nanoTime();
        Process cockpit = cockpit(call);
        try (BufferedReader says = cockpit.inputReader(StandardCharsets.UTF_8)) {
            String line = says.readLine();
            var after = Duration.ofNanos(System.nanoTime() - called);
            assertThat(line).as(() -> report()).isNotNull();
            return new Sight(line, after);
        } finally {
            end(cockpit);
        }
    }

    private static void end(Process cockpit) throws InterruptedException {
        cockpit.destroyForcibly();
        assertThat(cockpit.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private Process cockpit(String... call) throws IOException {
        return java(WatchedCockpit.class.getName(), call);
    }

    private Process java(String main, String... call) throws IOException {
        var words =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-Dglass.platform=Headless",
                                "-Dprism.order=sw",
                                "-cp",
                                System.getProperty("java.class.path"),
                                main));
        words.addAll(List.of(call));
        var builder =
                new ProcessBuilder(words)
                        .redirectError(
                                ProcessBuilder.Redirect.appendTo(
                                        folder.resolve("report").toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private String report() {
        try {
            return Files.readString(folder.resolve("report"));
        } catch (IOException e) {
            return "no report: " + e.getMessage();
        }
    }

    private static RunId runOf(Sight sight) {
        return new RunId(sight.line().replaceFirst("^run ", "").replaceFirst("[ ·,].*$", ""));
    }

    private void assertDidNotNotice(RunId run) throws IOException {
        Path journal =
                folder.resolve("home/state/runs").resolve(run.value()).resolve("events.jsonl");
        Recording recording = Recording.read(journal);
        List<Long> numbers = recording.events().stream().map(NumberedEvent::seq).toList();
        assertThat(numbers).isEqualTo(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
        assertThat(recording.present().orElseThrow().attempts()).hasSize(1);
        assertThat(recording.present().orElseThrow().end()).isEmpty();
        assertThat(workers()).hasSize(1).allMatch(pid -> ProcessHandle.of(pid).isPresent());
    }

    private Path pids() {
        return folder.resolve("pids");
    }

    private List<Long> workers() throws IOException {
        try (Stream<String> lines = Files.lines(pids())) {
            return lines.map(Long::valueOf).toList();
        }
    }
}
