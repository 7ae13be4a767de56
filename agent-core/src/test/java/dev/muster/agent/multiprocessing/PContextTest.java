package dev.muster.agent.multiprocessing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.function.SampleJob;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StdByRank;
import dev.muster.agent.job.WorkerStreams;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Processes are shells here, so that no Python is needed. */
@Timeout(90)
class PContextTest {
    private static final LocalRank ZERO = new LocalRank(0);
    private static final LocalRank ONE = new LocalRank(1);
    private static final Entrypoint SHELL = new Entrypoint.Program("/bin/sh");
    private static final Duration PERIOD = Duration.ofMillis(100);

    @TempDir private Path folder;
    private final List<PContext> started = new ArrayList<>();

    @AfterEach
    void endWhatIsLeft() {
        started.forEach(context -> context.close(Signal.KILL, Duration.ZERO));
    }

    @Test
    void programs_that_succeed_have_a_null_for_each_local_rank()
            throws IOException, InterruptedException {
        RunProcsResult result = shells("3", "true", "true").await();

        assertThat(result.isFailed()).isFalse();
        assertThat(result.returnValues().files()).containsOnlyKeys(ZERO, ONE);
        assertThat(result.returnValues().json(ONE)).isEqualTo("null");
    }

    @Test
    void each_process_has_its_own_arguments_and_environment()
            throws IOException, InterruptedException {
        var processes =
                keep(
                        Processes.startProcesses(
                                "echo",
                                SHELL,
                                args("echo $NAME; exit 0", "echo $NAME $HOME; exit 0"),
                                Map.of(ZERO, Map.of("NAME", "a"), ONE, Map.of("NAME", "b")),
                                streams("1", "0")));

        RunProcsResult result = processes.await();

        assertThat(result.stdouts().get(ZERO)).hasContent("a\n");
        assertThat(result.stdouts().get(ONE)).hasContent("b " + System.getenv("HOME") + "\n");
    }

    @Test
    void maps_without_every_local_rank_are_refused_in_torchs_words() {
        assertThatThrownBy(
                        () ->
                                Processes.startProcesses(
                                        "echo",
                                        SHELL,
                                        args("true", "true"),
                                        Map.of(ZERO, Map.of()),
                                        streams("0", "0")))
                .hasMessage("envs, local rank mapping mismatch, expected: {0, 1}, actual: {0}");
        assertThatThrownBy(
                        () ->
                                new PContext(
                                        "echo",
                                        SHELL,
                                        Map.of(ONE, List.of()),
                                        Map.of(ONE, Map.of()),
                                        streams("0", "0")))
                .hasMessage("args, local rank mapping mismatch, expected: {0}, actual: {1}");
    }

    @Test
    void starting_twice_is_an_error() throws IOException, InterruptedException {
        PContext processes = shells("0", "true");

        assertThatThrownBy(processes::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("start was called twice");
    }

    @Test
    void what_was_started_is_closed_when_another_cannot_be()
            throws IOException, InterruptedException {
        Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\nexec sleep 600\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path files = folder.resolve("files/1/stdout.log");
        Files.createDirectories(files); // a folder where the second one's file should be

        assertThatThrownBy(
                        () ->
                                Processes.startProcesses(
                                        "sleep",
                                        new Entrypoint.Program(program.toString()),
                                        Map.of(ZERO, List.of(), ONE, List.of()),
                                        Map.of(ZERO, Map.of(), ONE, Map.of()),
                                        streams("1", "0")))
                .isInstanceOf(IOException.class);
        assertThat(children(program)).isEmpty();
    }

    @Test
    void a_program_that_is_not_there_is_refused_in_the_systems_words() {
        assertThatThrownBy(
                        () ->
                                Processes.startProcesses(
                                        "gone",
                                        new Entrypoint.Program("/no/such/program"),
                                        Map.of(ZERO, List.of()),
                                        Map.of(ZERO, Map.of()),
                                        streams("0", "0")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/no/such/program: No such file or directory");
    }

    @Test
    void a_short_wait_gives_nothing_and_a_later_one_the_result()
            throws IOException, InterruptedException {
        Path go = folder.resolve("go");
        PContext processes = shells("0", "until [ -e %s ]; do sleep 0.05; done".formatted(go));

        assertThat(processes.wait(Duration.ZERO, PERIOD)).isEmpty();
        assertThat(processes.wait(Duration.ofMillis(50), PERIOD)).isEmpty();
        assertThat(processes.pids()).containsOnlyKeys(ZERO);

        Files.createFile(go);
        assertThat(processes.wait(Duration.ofSeconds(-1), PERIOD)).isPresent();
        assertThat(processes.wait(Duration.ZERO, PERIOD)).isPresent();
        assertThat(processes.pids()).isEmpty();
    }

    @Test
    void one_failure_ends_them_all_and_is_the_first_of_the_failures()
            throws IOException, InterruptedException {
        RunProcsResult result =
                shells("3", "echo a >&2; exec sleep 600", "sleep 0.2; echo why >&2; exit 138")
                        .await();

        assertThat(result.failures()).containsOnlyKeys(ONE, ZERO);
        assertThat(result.failures().keySet()).first().isEqualTo(ONE);
        assertThat(result.returnValues().files()).isEmpty();
        ProcessFailure failed = failureOf(result, ONE);
        assertThat(failed.exitcode()).isEqualTo(138);
        assertThat(failed.signalName()).isEqualTo("<N/A>");
        assertThat(failed.errorFileData()).contains("\"message\": \"<NONE>\"");
        assertThat(failed.message()).startsWith("To enable traceback see: ");
        assertThat(failureOf(result, ZERO).exitcode()).isEqualTo(-15);
        assertThat(ProcessFailure.first(result.failures().values())).contains(failed);
        assertThat(result.stderrs().get(ONE)).hasContent("why\n");
    }

    @ParameterizedTest
    @CsvSource({"SEGV, 11", "KILL, 9"})
    void a_signal_has_its_name_and_a_negative_exit_code(String name, int number)
            throws IOException, InterruptedException {
        RunProcsResult result = shells("0", "kill -%s $$".formatted(name)).await();

        ProcessFailure failure = failureOf(result, ZERO);
        assertThat(failure.exitcode()).isEqualTo(-number);
        assertThat(failure.signalName()).isEqualTo("SIG" + name);
        assertThat(failure.message())
                .isEqualTo(
                        "Signal %d (SIG%s) received by PID %d"
                                .formatted(number, name, failure.pid()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0 | ''",
                "1 | 0 | 0/stdout.log 1/stdout.log",
                "2 | 0 | 0/stderr.log 1/stderr.log",
                "3 | 0 | 0/stderr.log 0/stdout.log 1/stderr.log 1/stdout.log",
                "0:1 | 0 | 0/stdout.log",
                "0:2 | 0:1,1:2 | 0/stderr.log 0/stdout.log 1/stderr.log",
            })
    void exactly_the_streams_that_were_asked_for_have_files(
            String redirects, String tee, String files) throws IOException, InterruptedException {
        var processes =
                keep(
                        Processes.startProcesses(
                                "sh",
                                SHELL,
                                args("exit 0", "exit 0"),
                                Map.of(ZERO, Map.of(), ONE, Map.of()),
                                streams(redirects, tee)));

        processes.await();

        assertThat(String.join(" ", logFiles())).isEqualTo(files);
    }

    @Test
    void children_that_ignore_sigterm_are_killed_when_the_time_is_over()
            throws IOException, InterruptedException {
        Path ready = folder.resolve("ready");
        PContext processes =
                shells("0", "trap '' TERM; : > %s; while :; do sleep 600; done".formatted(ready));
        Awaitility.await().until(() -> Files.exists(ready));
        ProcessHandle process =
                ProcessHandle.of(processes.pids().values().iterator().next()).orElseThrow();

        processes.close(Signal.TERM, Duration.ofMillis(200));

        assertThat(process.isAlive()).isFalse();
        assertThat(processes.pids()).isEmpty();
        assertThat(failureOf(processes.await(), ZERO).exitcode()).isEqualTo(-9);
    }

    @Test
    void a_signal_reaches_what_a_shell_in_between_has_started()
            throws IOException, InterruptedException {
        Path ready = folder.resolve("ready");
        String inner = "trap 'echo saved; exit 0' TERM; : > %s; sleep 600 & wait".formatted(ready);
        PContext processes = shells("1", "/bin/sh -c \"%s\"; exit 7".formatted(inner));
        Awaitility.await().until(() -> Files.exists(ready));

        processes.close(Signal.TERM, Duration.ofSeconds(30));

        assertThat(folder.resolve("files/0/stdout.log")).hasContent("saved\n");
    }

    @Test
    void a_function_gives_a_value_for_each_local_rank() throws IOException, InterruptedException {
        var method = new Entrypoint.JavaFunction(SampleJob.class.getName(), "describe");
        List<String> values = List.of("7", "\"seven\"", "{\"lr\": 1}");
        var rank = Map.of("RANK", "5");

        var processes =
                keep(
                        Processes.startProcesses(
                                "describe",
                                method,
                                Map.of(ZERO, values),
                                Map.of(ZERO, rank),
                                streams("3", "0")));

        assertThat(processes.await().returnValues().json(ZERO))
                .contains("\"rank\":5", "[\"seven\",7,1.0,null]");
    }

    @Test
    void functions_need_a_folder_that_holds_no_earlier_results()
            throws IOException, InterruptedException {
        var method = new Entrypoint.JavaFunction(SampleJob.class.getName(), "fail");
        Map<LocalRank, List<String>> none = Map.of(ZERO, List.of());
        keep(
                Processes.startProcesses(
                        "a", method, none, Map.of(ZERO, Map.of()), streams("3", "0")));

        assertThatThrownBy(
                        () ->
                                Processes.startProcesses(
                                        "b",
                                        method,
                                        none,
                                        Map.of(ZERO, Map.of()),
                                        streams("3", "0")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is there already (expected: a folder of its own)");
    }

    private static ProcessFailure failureOf(RunProcsResult result, LocalRank localRank) {
        return Optional.ofNullable(result.failures().get(localRank)).orElseThrow();
    }

    private PContext shells(String redirects, String... scripts)
            throws IOException, InterruptedException {
        var envs = new TreeMap<LocalRank, Map<String, String>>();
        for (int k = 0; k < scripts.length; k++) envs.put(new LocalRank(k), Map.of());
        return keep(
                Processes.startProcesses(
                        "sh", SHELL, args(scripts), envs, streams(redirects, "0")));
    }

    private PContext keep(PContext context) {
        started.add(context);
        return context;
    }

    private static Map<LocalRank, List<String>> args(String... scripts) {
        var args = new TreeMap<LocalRank, List<String>>();
        for (int k = 0; k < scripts.length; k++) {
            args.put(new LocalRank(k), List.of("-c", scripts[k]));
        }
        return args;
    }

    private WorkerStreams streams(String redirects, String tee) {
        return new WorkerStreams(
                StdByRank.parse(redirects),
                StdByRank.parse(tee),
                Optional.of(folder.resolve("files")));
    }

    private List<String> logFiles() throws IOException {
        Path root = folder.resolve("files");
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }

    private static List<ProcessHandle> children(Path program) {
        return ProcessHandle.allProcesses()
                .filter(
                        process ->
                                process.info()
                                        .commandLine()
                                        .orElse("")
                                        .contains(program.toString()))
                .toList();
    }
}
