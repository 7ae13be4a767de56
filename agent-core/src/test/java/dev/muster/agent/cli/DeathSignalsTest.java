package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.job.Signal;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

@BesideOthers
class DeathSignalsTest {
    private static final String TRAPPED =
            """
            for name in HUP USR1 TERM; do trap "echo got $name; exit 0" $name; done
            echo ready; sleep 600 & wait
            """;

    /** What is loaded when signals are listened to. */
    private static final String LAST = Terminal.class.getName() + " ";

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"1, HUP, 129", "2, INT, 130", "3, QUIT, 131", "15, TERM, 143"})
    void the_workers_get_the_signal_that_muster_got_and_it_decides_the_exit_code(
            int number, String name, int exitCode) throws IOException, InterruptedException {
        String script =
                "trap 'echo got %s; exit 0' %s; echo ready; sleep 600 & wait".formatted(name, name);

        try (var muster = start(script)) {
            muster.awaitOutput("ready");
            muster.signal(new Signal(number));
            var ended = muster.awaitEnd();

            assertThat(ended.out()).isEqualTo("ready\ngot %s\n".formatted(name));
            assertThat(ended.exitCode()).isEqualTo(exitCode);
            assertThat(ended.err()).contains("muster: stopped by SIG" + name);
        }
    }

    /**
     * As a shell starts what stands before an {@code &} in a script; its trap works in no deaf one.
     */
    @ParameterizedTest
    @CsvSource({"2, INT, 130", "3, QUIT, 131", "15, TERM, 143"})
    void a_signal_that_was_ignored_when_muster_was_started_stops_the_workers_all_the_same(
            int number, String name, int exitCode) throws IOException, InterruptedException {
        var command = ignoring(name);
        command.add(
                "trap 'echo got %s; exit 0' %s; echo ready; sleep 600 & wait"
                        .formatted(name, name));

        try (var muster = MusterProcess.start(folder, Map.of(), command)) {
            muster.awaitOutput("ready");
            muster.signal(new Signal(number));
            var ended = muster.awaitEnd();

            assertThat(ended.out()).isEqualTo("ready\ngot %s\n".formatted(name));
            assertThat(ended.exitCode()).isEqualTo(exitCode);
        }
    }

    @Test
    void an_ignored_signal_that_is_not_to_stop_the_workers_stays_ignored_for_all()
            throws IOException, InterruptedException {
        var command = ignoring("INT");
        command.addAll(command.indexOf("run") + 1, List.of("--signals-to-handle", "SIGTERM"));
        command.add("trap 'echo got INT' INT; kill -INT $$; echo ready; sleep 600 & wait");

        try (var muster = MusterProcess.start(folder, Map.of(), command)) {
            muster.awaitOutput("ready");
            muster.signal(Signal.INT);
            muster.signal(Signal.TERM);
            var ended = muster.awaitEnd();

            assertThat(ended.out()).isEqualTo("ready\n");
            assertThat(ended.exitCode()).isEqualTo(143);
        }
    }

    /** The words before a shell's script. */
    private static List<String> ignoring(String signal) {
        var command = new ArrayList<>(MusterProcess.command("run", "--no-python", "/bin/sh", "-c"));
        command.add(command.indexOf("env") + 2, "--ignore-signal=" + signal);
        return command;
    }

    /** It stands still where it prints to a full pipe, long before it starts anything. */
    @ParameterizedTest
    @CsvSource({"2, INT, 130", "3, QUIT, 131", "15, TERM, 143"})
    void before_anything_is_started_it_ends_with_a_word(int number, String name, int exitCode)
            throws IOException, InterruptedException {
        Path loaded = folder.resolve("loaded");
        var words =
                new ArrayList<>(
                        List.of(
                                "/bin/sh",
                                "-c",
                                "mkfifo full && exec 3<>full && head -c 65536 /dev/zero >&3"
                                        + " && exec \"$@\" >&3",
                                "sh"));
        words.addAll(MusterProcess.command("--help"));
        var logged = Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + loaded);

        try (var muster = MusterProcess.start(folder, logged, words)) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.exists(loaded) && Files.readString(loaded).contains(LAST));
            muster.signal(new Signal(number));
            var ended = muster.awaitEnd();

            assertThat(ended.err())
                    .endsWith(
                            "muster: stopped by SIG%s before anything was started\n"
                                    .formatted(name));
            assertThat(ended.exitCode()).isEqualTo(exitCode);
        }
    }

    @Test
    void a_second_signal_ends_workers_that_take_their_time()
            throws IOException, InterruptedException {
        try (var muster = start("trap '' TERM INT; echo ready; exec sleep 600")) {
            muster.awaitOutput("ready");
            muster.signal(Signal.TERM);
            muster.awaitTalk("stopped by SIGTERM");
            muster.signal(Signal.INT);
            var ended = muster.awaitEnd();

            assertThat(ended.exitCode()).isEqualTo(143);
            assertThat(ended.err()).contains("force asked for by SIGINT");
        }
    }

    @Test
    void which_signals_stop_the_workers_can_be_chosen() throws IOException, InterruptedException {
        try (var muster = start(List.of("--signals-to-handle", "SIGUSR1"), TRAPPED)) {
            muster.awaitOutput("ready");
            muster.signal(new Signal(10));
            var ended = muster.awaitEnd();

            assertThat(ended.out()).isEqualTo("ready\ngot USR1\n");
            assertThat(ended.exitCode()).isEqualTo(128 + 10);
        }
    }

    @Test
    void under_nohup_a_hangup_does_nothing() throws IOException, InterruptedException {
        var command = new ArrayList<>(MusterProcess.command("run", "--no-python", "/bin/sh", "-c"));
        command.add(TRAPPED);
        command.addFirst("nohup");
        command.remove("--default-signal=INT,HUP");
        command.add(command.indexOf("env") + 1, "--default-signal=INT");
        try (var muster = MusterProcess.start(folder, Map.of(), command)) {
            muster.awaitOutput("ready");
            muster.signal(Signal.HUP);
            muster.signal(Signal.TERM);
            var ended = muster.awaitEnd();

            assertThat(ended.out()).contains("got TERM").doesNotContain("HUP");
            assertThat(ended.exitCode()).isEqualTo(143);
        }
    }

    @Test
    void ctrl_c_in_a_terminal_reaches_the_worker_once() throws IOException, InterruptedException {
        var line = new ArrayList<>(MusterProcess.command("run", "--no-python", "/bin/sh", "-c"));
        Path heard = folder.resolve("heard");
        line.add(
                "trap 'echo INT >>%s; sleep 1; exit 0' INT; : >%s; while :; do sleep 0.1; done"
                        .formatted(heard, heard));
        String quoted =
                line.stream()
                        .map(word -> "'" + word.replace("'", "'\\''") + "'")
                        .collect(Collectors.joining(" "));
        String typing =
                "until test -e %s; do sleep 0.1; done; printf '\\003'; sleep 5".formatted(heard);
        String script =
                "(%s) | script -qefc \"$LINE\" /dev/null >/dev/null; echo status $?"
                        .formatted(typing);
        try (var terminal =
                MusterProcess.start(
                        folder, Map.of("LINE", quoted), List.of("/bin/sh", "-c", script))) {
            var ended = terminal.awaitEnd();

            assertThat(ended.out()).isEqualTo("status 130\n");
            assertThat(heard).hasContent("INT");
        }
    }

    @Test
    void a_signal_while_the_other_nodes_are_awaited_ends_the_run_in_order()
            throws IOException, InterruptedException {
        var flags = "--nnodes 2 --rdzv-backend c10d --rdzv-endpoint 127.0.0.1:%d --rdzv-id j";
        var words = List.of(flags.formatted(FreePort.onLoopback()).split(" "));
        try (var muster = start(words, "echo never")) {
            muster.awaitTalk("1 missing");
            muster.signal(Signal.TERM);
            var ended = muster.awaitEnd();

            assertThat(ended.exitCode()).isEqualTo(143);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).contains("stopped by SIGTERM");
        }
    }

    @Test
    void a_signal_is_obeyed_while_nobody_reads_our_output()
            throws IOException, InterruptedException {
        Path err = folder.resolve("err");
        var builder =
                new ProcessBuilder(
                                MusterProcess.command(
                                        "run", "--shutdown-timeout", "1", "--no-python", "yes"))
                        .directory(folder.toFile())
                        .redirectError(err.toFile());
        MusterProcess.clean(builder.environment());
        builder.environment().put("MUSTER_HOME", MusterProcess.home(folder).toString());
        Process muster = builder.start();
        try {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> muster.getInputStream().available() > 60_000);

            muster.destroy();
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.readString(err).contains("stopped by SIGTERM"));
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> muster.descendants().noneMatch(DeathSignalsTest::isYes));
            muster.destroy();

            assertThat(muster.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(muster.exitValue()).isEqualTo(143);
        } finally {
            muster.destroyForcibly();
        }
    }

    private static boolean isYes(ProcessHandle process) {
        return process.info().command().filter(name -> name.endsWith("/yes")).isPresent();
    }

    @Test
    void workers_are_told_to_save_before_they_are_stopped()
            throws IOException, InterruptedException {
        String script =
                """
                trap 'echo saving; sleep 0.5; echo saved; : >"$MUSTER_SAVED_FILE"' USR1
                trap 'echo stopped; exit 0' TERM
                echo ready; while :; do sleep 0.1; done
                """;
        try (var muster = start(List.of("--save-signal", "SIGUSR1"), script)) {
            muster.awaitOutput("ready");
            muster.signal(Signal.TERM);
            var ended = muster.awaitEnd();

            assertThat(ended.out()).isEqualTo("ready\nsaving\nsaved\nstopped\n");
            assertThat(ended.exitCode()).isEqualTo(143);
            assertThat(ended.err()).contains("the workers are to save first, within 60 s");
        }
    }

    /** With a grace that no test waits for. */
    private MusterProcess start(String script) throws IOException {
        return start(List.of(), script);
    }

    private MusterProcess start(List<String> flags, String script) throws IOException {
        var words = new ArrayList<>(List.of("run", "--shutdown-timeout", "900"));
        words.addAll(flags);
        words.addAll(List.of("--no-python", "/bin/sh", "-c", script));
        return MusterProcess.start(folder, words.toArray(String[]::new));
    }
}
