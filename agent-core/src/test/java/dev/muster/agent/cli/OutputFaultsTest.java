package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.muster.agent.job.Signal;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What may become of the workers' output on its way to a console (spec/reliability §3, rows 14–21).
 * Workers are shell scripts.
 */
@BesideOthers
@Timeout(240)
class OutputFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir private Path folder;

    /** What torchrun's tail makes of it: {@code [default0]:half [default0]:line done}. */
    @Test
    void a_half_line_gets_no_second_prefix_and_a_progress_bar_is_one_line()
            throws IOException, InterruptedException {
        var ended =
                run(
                        "--nproc-per-node 2 --tee 1",
                        """
                        printf 'half '; sleep 0.5; echo line done
                        for i in 10 50 100; do printf '\\r%s%%' $i; sleep 0.1; done; echo
                        """);

        assertThat(ended.out().lines())
                .containsExactlyInAnyOrder(
                        "[default0]:half line done",
                        "[default1]:half line done",
                        "[default0]:100%",
                        "[default1]:100%");
    }

    @Test
    void a_line_that_waits_for_its_end_is_shown_while_the_worker_waits()
            throws IOException, InterruptedException {
        try (var muster =
                start("--tee 1", "printf 'go on? '; until [ -e answer ]; do sleep 0.1; done")) {
            muster.awaitOutput("[default0]:go on? \n");
            Files.createFile(folder.resolve("answer"));

            assertThat(muster.awaitEnd().out()).isEqualTo("[default0]:go on? \n");
        }
    }

    @ParameterizedTest(name = "row 14: {0} MiB without a line end, flags {1}, take little memory")
    @CsvSource({"64, --tee 1"})
    void a_line_without_an_end_takes_little_memory(int mib, String flags)
            throws IOException, InterruptedException {
        long before = peakOf("", "true");
        long after = peakOf(flags, "head -c %dM /dev/zero".formatted(mib));

        assertThat(after - before)
                .as("KiB above the %d of a run without output", before)
                .isLessThan(32 << 10);
    }

    @ParameterizedTest(name = "row 14: 1 GiB without a line end, flags {0}, takes little memory")
    @ValueSource(strings = {"", "--tee 1"})
    @Tag("proof")
    void a_gigabyte_without_a_line_end_takes_little_memory(String flags)
            throws IOException, InterruptedException {
        a_line_without_an_end_takes_little_memory(1024, flags);
    }

    @Test
    @DisplayName("row 15: of many lines of several workers none is lost, torn or out of order")
    void no_line_is_lost_torn_or_out_of_order() throws IOException, InterruptedException {
        var ended =
                run(
                        "--nproc-per-node 3 --tee 3 --log-dir logs",
                        "seq -f '%06.0f of a line that is neither short nor long' 1 20000");

        for (int rank = 0; rank < 3; rank++) {
            String prefix = "[default%d]:".formatted(rank);
            List<String> expected =
                    IntStream.rangeClosed(1, 20_000)
                            .mapToObj("%06d of a line that is neither short nor long"::formatted)
                            .toList();
            assertThat(ended.out().lines().filter(line -> line.startsWith(prefix)))
                    .isEqualTo(expected.stream().map(prefix::concat).toList());
            assertThat(Files.readAllLines(log("attempt_0/%d/stdout.log".formatted(rank))))
                    .isEqualTo(expected);
        }
        assertThat(ended.out().lines()).hasSize(60_000);
    }

    @Test
    @DisplayName("row 16: bytes of any kind are the same in the file and on the console")
    void bytes_of_any_kind_stay_the_same() throws IOException, InterruptedException {
        byte[] bytes = new byte[100_000];
        new Random(9).nextBytes(bytes);
        Files.write(folder.resolve("data"), bytes);

        var plain = run("", "cat data");
        var teed = run("--tee 1 --log-dir logs --log-line-prefix-template=x", "cat data");

        String text = new String(bytes, ISO_8859_1);
        assertThat(plain.out()).isEqualTo(text);
        assertThat(Files.readAllBytes(log("attempt_0/0/stdout.log"))).isEqualTo(bytes);
        assertThat(teed.out().split("\n", -1)).hasSameSizeAs((text + "\n").split("\n", -1));
    }

    @ParameterizedTest(name = "row 17: on a terminal nothing is obeyed, flags {0}")
    @ValueSource(strings = {"", "--tee 1"})
    void on_a_terminal_nothing_is_obeyed(String flags) throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("attack"), "\u001b]52;c;ZQ==\u0007\u001b[2J\u001b[31mred\n");
        var words = command(flags, "cat attack");
        var quoted = words.stream().map(word -> "'" + word.replace("'", "'\\''") + "'").toList();
        Files.writeString(folder.resolve("call.sh"), String.join(" ", quoted));

        var script = process(List.of("script", "-qec", "sh call.sh", "/dev/null"));
        Process process = script.redirectOutput(folder.resolve("screen").toFile()).start();

        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(folder.resolve("screen")))
                .contains("␛]52;c;ZQ==␇␛[2J\u001b[31mred")
                .doesNotContain("\u001b]", "\u001b[2J");
    }

    @Test
    @DisplayName("row 18: a worker that closes its stdout goes on")
    void a_worker_that_closes_its_stdout_goes_on() throws IOException, InterruptedException {
        var ended = run("--tee 3", "echo out; exec 1>&-; echo err >&2");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).isEqualTo("[default0]:out\n");
        assertThat(ended.err()).contains("[default0]:err\n");
    }

    @Test
    @DisplayName("row 18: a reader that leaves ends nothing but the show, and that is said once")
    void a_reader_that_leaves_ends_nothing_but_the_show() throws IOException, InterruptedException {
        String script = "for i in 1 2 3 4 5 6; do seq 1 9999; sleep 0.2; done; echo ok >&2";
        Process process = piped("--nproc-per-node 2 --tee 1", script).start();
        assertThat(process.getInputStream().read()).isEqualTo('[');
        process.getInputStream().close();

        assertThat(process.waitFor()).isZero();

        String err = Files.readString(folder.resolve("err"));
        assertThat(err.lines().filter("ok"::equals)).hasSize(2);
        assertThat(err.lines().filter(line -> line.contains("no longer shown here"))).hasSize(1);
    }

    @Test
    @DisplayName("row 18: a reader that reads nothing holds up neither the workers nor the stop")
    void a_reader_that_reads_nothing_holds_up_nobody() throws IOException, InterruptedException {
        String script = "seq 1 200000; touch done.$RANK; echo written >&2; sleep 600";
        Process process = piped("--nproc-per-node 2", script).start();
        try {
            await().atMost(PATIENCE)
                    .until(
                            () ->
                                    Files.exists(folder.resolve("done.0"))
                                            && Files.exists(folder.resolve("done.1")));
            await("stderr goes on")
                    .atMost(PATIENCE)
                    .until(() -> Files.readString(folder.resolve("err")).contains("written"));

            signal(process, Signal.TERM);

            assertThat(process.waitFor()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @DisplayName("row 18: a reader that is slow gets everything all the same")
    void a_reader_that_is_slow_gets_everything() throws IOException, InterruptedException {
        Process process = piped("", "seq 1 100000; touch done").start();
        await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("done")));

        byte[] all = process.getInputStream().readAllBytes();

        assertThat(process.waitFor()).isZero();
        assertThat(new String(all, ISO_8859_1).lines()).hasSize(100_000);
    }

    /** The folder that is full is a tmpfs of 1 MiB in a mount namespace of its own. */
    @Test
    @Needs(TestGroup.MOUNT)
    @DisplayName("row 19: a full log disk is told of, named as the cause, and ends no agent")
    void a_full_log_disk_is_told_of_and_named_as_the_cause()
            throws IOException, InterruptedException {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        String script =
                """
                printf '%0700000d\\n' 7; sleep 4
                printf '%0900000d\\n' 8 || exit 28
                """;
        var words = new ArrayList<>(List.of("unshare", "-m", "sh", "-c"));
        words.add("mount -t tmpfs -o size=1m none %s && exec \"$@\"".formatted(logs));
        words.add("sh");
        words.addAll(command("--log-dir logs --redirects 3", script));

        Process process = process(words).redirectOutput(folder.resolve("out").toFile()).start();

        assertThat(process.waitFor()).isEqualTo(28);
        assertThat(Files.readString(folder.resolve("err")))
                .contains("muster: the disk of " + logs)
                .contains(" is nearly full: ")
                .containsPattern(
                        "muster: failed after .*: rank 0 failed with exit code 28: most likely a"
                                + " write failed, as the disk of .* is full; no restarts were"
                                + " allowed\n")
                .contains("  traceback : most likely a write failed, ");
    }

    @ParameterizedTest(name = "row 21: everything is shown though the file was {0}")
    @CsvSource({
        "renamed, mv $log $log.1",
        "deleted, rm $log",
        "deleted with its folder, rm -r $(dirname $log)",
    })
    void everything_is_shown_whatever_became_of_the_file(String how, String what)
            throws IOException, InterruptedException {
        var ended =
                run(
                        "--tee 1 --log-dir logs",
                        "log=$(readlink /proc/self/fd/1); echo one; %s; echo two; sleep 1.5; echo 3"
                                .formatted(what));

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).isEqualTo("[default0]:one\n[default0]:two\n[default0]:3\n");
    }

    @Test
    @DisplayName("row 21: a file that is cut to nothing is shown from its beginning again")
    void a_file_that_is_cut_to_nothing_is_shown_from_its_beginning_again()
            throws IOException, InterruptedException {
        try (var muster =
                start(
                        "--tee 1",
                        "log=$(readlink /proc/self/fd/1); echo a line; until [ -e cut ]; do sleep"
                                + " 0.1; done; : >$log; sleep 2; echo two")) {
            muster.awaitOutput("[default0]:a line\n");
            Files.createFile(folder.resolve("cut"));

            assertThat(muster.awaitEnd().out()).isEqualTo("[default0]:a line\n[default0]:two\n");
        }
    }

    @Test
    void the_logs_of_every_restart_are_kept() throws IOException, InterruptedException {
        var ended =
                run(
                        "--tee 1 --max-restarts 2 --log-dir logs",
                        "echo try $TORCHELASTIC_RESTART_COUNT; exit $((2 -"
                                + " TORCHELASTIC_RESTART_COUNT))");

        assertThat(ended.exitCode()).isZero();
        for (int k = 0; k <= 2; k++) {
            assertThat(log("attempt_%d/0/stdout.log".formatted(k))).hasContent("try " + k);
        }
    }

    @Test
    void lines_that_the_filters_name_are_in_one_file_for_all_workers()
            throws IOException, InterruptedException {
        var ended =
                run(
                        "--nproc-per-node 2 --tee 3 --log-dir logs"
                                + " --duplicate-stdout-filters=loss,a,,b"
                                + " --duplicate-stderr-filters=oops",
                        "echo step; echo loss $RANK; printf a,b; echo oops $RANK >&2; echo loss"
                                + " >&2");

        assertThat(ended.out().lines()).hasSize(6);
        assertThat(Files.readAllLines(log("attempt_0/filtered_stdout.log")))
                .containsExactlyInAnyOrder(
                        "[default0]:loss 0",
                        "[default1]:loss 1",
                        "[default0]:a,b",
                        "[default1]:a,b");
        assertThat(Files.readAllLines(log("attempt_0/filtered_stderr.log")))
                .containsExactlyInAnyOrder("[default0]:oops 0", "[default1]:oops 1");
    }

    @Test
    @Needs(TestGroup.PYTHON)
    void what_python_c_and_a_shell_print_is_in_one_file() throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("three.py"),
                """
                import ctypes, os, sys
                print("python", flush=True)
                libc = ctypes.CDLL(None)
                libc.puts(b"c")
                libc.fflush(None)
                os.system("echo shell")
                """);

        var ended =
                run("--tee 1 --log-dir logs", "exec '%s' three.py".formatted(TestPython.path()));

        assertThat(log("attempt_0/0/stdout.log")).hasContent("python\nc\nshell\n");
        assertThat(ended.out()).isEqualTo("[default0]:python\n[default0]:c\n[default0]:shell\n");
    }

    @Test
    void no_log_directory_and_a_rank_that_is_not_there_are_no_errors()
            throws IOException, InterruptedException {
        var ended =
                MusterProcess.run(
                        folder,
                        "run",
                        "--log-dir",
                        "",
                        "--tee",
                        "9:1",
                        "--no-python",
                        "echo",
                        "hi");

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).isEqualTo("hi\n");
        assertThat(ended.err())
                .contains("--tee names local rank 9, and the workers here are 0 to 0");
    }

    @Test
    void the_null_device_as_log_directory_leaves_all_on_the_console()
            throws IOException, InterruptedException {
        var ended = run("--log-dir /dev/null --tee 3 --redirects 3", "echo out; echo err >&2");

        assertThat(ended.out()).isEqualTo("out\n");
        assertThat(ended.err().lines()).contains("err");
    }

    /** In KiB, when the workers have ended. */
    private long peakOf(String flags, String script) throws IOException, InterruptedException {
        Path done = folder.resolve("done");
        Files.deleteIfExists(done);
        // the worker behind the end keeps the agent until we have looked
        var builder =
                piped(flags, script + "; touch done; until [ ! -e done ]; do sleep 0.1; done");
        Process process = builder.redirectOutput(Path.of("/dev/null").toFile()).start();
        try {
            await().atMost(PATIENCE).until(() -> Files.exists(done));
            await("all is shown").atMost(PATIENCE).until(() -> isQuiet(process));
            long peak = number(process, "status", "VmHWM:");
            Files.delete(done);
            assertThat(process.waitFor()).isZero();
            return peak;
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean isQuiet(Process process) throws IOException, InterruptedException {
        long before = number(process, "io", "rchar:");
        return !process.waitFor(500, TimeUnit.MILLISECONDS)
                && number(process, "io", "rchar:") - before < 10_000;
    }

    private static long number(Process process, String file, String name) throws IOException {
        Path path = Path.of("/proc/%d/%s".formatted(process.pid(), file));
        return Files.readAllLines(path).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    private MusterProcess.Ended run(String flags, String script)
            throws IOException, InterruptedException {
        return MusterProcess.run(folder, words(flags, script));
    }

    private MusterProcess start(String flags, String script) throws IOException {
        return MusterProcess.start(folder, words(flags, script));
    }

    private static String[] words(String flags, String script) {
        return Stream.concat(
                        Stream.of(("run " + flags + " --no-python /bin/sh -c").split(" +")),
                        Stream.of(script.replace("$", "$$")))
                .toArray(String[]::new);
    }

    private static List<String> command(String flags, String script) {
        return MusterProcess.command(words(flags, script));
    }

    /** Its stdout is a pipe to this test. */
    private ProcessBuilder piped(String flags, String script) {
        return process(command(flags, script));
    }

    private ProcessBuilder process(List<String> words) {
        var builder =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectError(folder.resolve("err").toFile());
        MusterProcess.clean(builder.environment());
        builder.environment().put("MUSTER_HOME", MusterProcess.home(folder).toString());
        return builder;
    }

    private static void signal(Process process, Signal signal)
            throws IOException, InterruptedException {
        String kill = "kill -%d %d".formatted(signal.number(), process.pid());
        assertThat(new ProcessBuilder("/bin/sh", "-c", kill).start().waitFor()).isZero();
    }

    /** Of the only run in the log directory. */
    private Path log(String name) throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("logs"))) {
            return runs.findFirst().orElseThrow().resolve(name);
        }
    }
}
