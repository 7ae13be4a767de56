package dev.muster.agent.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFiles;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** What is made of what a worker left. */
class DiagnosisTest {
    private static final WorkerExit CODE_1 = new WorkerExit.Failed(1);
    private static final WorkerExit KILLED = new WorkerExit.Killed(Signal.KILL, false);
    private static final String TRACEBACK =
            """
            Traceback (most recent call last):
              File "train.py", line 9, in <module>
            ValueError: bad sample
            """;

    @TempDir private Path folder;

    @Test
    void the_error_file_of_the_recording_handler_is_believed_first() throws IOException {
        write(
                "error.json",
                """
                {"message": {"message": "KeyError: 'x'", "extraInfo":
                  {"py_callstack": "Traceback (most recent call last):\\nKeyError: 'x'\\n",
                   "timestamp": "1795241613"}}}
                """);
        write("stderr.log", TRACEBACK);

        Diagnosis diagnosis = of(CODE_1);

        assertThat(diagnosis.cause()).isEqualTo(new FailureCause.Raised("KeyError: 'x'"));
        assertThat(diagnosis.toldAt()).contains(Instant.ofEpochSecond(1795241613));
        assertThat(diagnosis.errorFile()).contains(folder.resolve("error.json"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "\"10\"", "10.7", "\" 10 \""})
    void the_short_shape_is_believed_with_a_time_of_either_kind(String timestamp)
            throws IOException {
        write("error.json", "{\"message\": \"out of luck\", \"timestamp\": " + timestamp + "}");

        Diagnosis diagnosis = of(new WorkerExit.Failed(7));

        assertThat(diagnosis.cause()).isEqualTo(new FailureCause.Raised("out of luck"));
        assertThat(diagnosis.toldAt()).contains(Instant.ofEpochSecond(10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|it is empty",
                "{\"message|it is no JSON",
                "[1]|it has no message",
                "{\"message\":{\"extraInfo\":{}}}|it has no message"
            })
    void a_broken_error_file_counts_as_none_and_one_sentence_says_why(String content, String why)
            throws IOException {
        write("error.json", content);
        write("stderr.log", TRACEBACK);

        Diagnosis diagnosis = of(CODE_1);

        assertThat(diagnosis.errorFile()).isEmpty();
        assertThat(diagnosis.cause()).isEqualTo(new FailureCause.Raised("ValueError: bad sample"));
        assertThat(diagnosis.notes())
                .singleElement()
                .asString()
                .startsWith("its error file counts as none: " + why);
    }

    @Test
    void a_traceback_explains_only_the_code_that_python_ends_with_after_one() throws IOException {
        write("stderr.log", TRACEBACK);

        assertThat(of(CODE_1).cause()).isEqualTo(new FailureCause.Raised("ValueError: bad sample"));
        assertThat(of(new WorkerExit.Failed(3)).cause()).isEqualTo(new FailureCause.Exited());
        assertThat(of(new WorkerExit.Failed(3)).lastWords()).contains("ValueError: bad sample");
    }

    /** Threads of gloo abort a process that ends without having waited for them. */
    @Test
    void an_exception_explains_a_fall_on_the_way_out() throws IOException {
        var aborted = new WorkerExit.Killed(Signal.ABRT, false);
        write("stderr.log", TRACEBACK + "terminate called without an active exception\n");

        assertThat(of(aborted).cause())
                .isEqualTo(new FailureCause.Raised("ValueError: bad sample"));
    }

    @Test
    void an_exception_that_a_program_told_of_and_went_on_explains_no_signal() throws IOException {
        var aborted = new WorkerExit.Killed(Signal.ABRT, false);
        write("stderr.log", TRACEBACK + "trying again\nterminate called recursively\n");

        assertThat(of(aborted).cause())
                .isEqualTo(new FailureCause.Signalled(Optional.of("terminate called recursively")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wandb: Waiting for the run to finish", "[W1122 c.cpp:1] Warning"})
    void who_was_told_of_an_exception_before_it_was_stopped_failed_by_it(String after)
            throws IOException {
        write("stderr.log", TRACEBACK + after);

        Diagnosis diagnosis = stopped(Instant.now().plusSeconds(60));

        assertThat(diagnosis.cause()).isEqualTo(new FailureCause.Raised("ValueError: bad sample"));
        assertThat(diagnosis.beforehand()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"-60, ''", "60, going on", "60, 'Traceback (most recent call last):'"})
    void who_is_not_known_to_have_failed_before_was_stopped(int seconds, String after)
            throws IOException {
        write("stderr.log", TRACEBACK + after);

        Diagnosis diagnosis = stopped(Instant.now().plusSeconds(seconds));

        assertThat(diagnosis.cause()).isEqualTo(new FailureCause.Stopped());
        assertThat(diagnosis.beforehand()).isFalse();
    }

    @Test
    void who_was_stopped_while_it_missed_a_peer_was_stopped() throws IOException {
        write("stderr.log", "Traceback (most recent call last):\nBrokenPipeError: Broken pipe\n");

        assertThat(stopped(Instant.now().plusSeconds(60)).cause())
                .isEqualTo(new FailureCause.Stopped());
    }

    private Diagnosis stopped(Instant askedAt) {
        return Diagnosis.of(
                new Diagnosis.Case(
                        new WorkerExit.Killed(Signal.TERM, true),
                        files(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(askedAt)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RuntimeError: [../gloo/transport/tcp/pair.cc:534] Connection closed by peer"
                        + " [127.0.0.1]:3456",
                "torch.distributed.DistBackendError: NCCL error: remote process exited or there was"
                        + " a network error",
                "torch.distributed.DistNetworkError: Connection reset by peer",
                "BrokenPipeError: [Errno 32] Broken pipe"
            })
    void an_exception_about_somebody_elses_end_is_told_apart(String exception) throws IOException {
        write("stderr.log", "Traceback (most recent call last):\n  File \"t\"\n" + exception);

        assertThat(of(CODE_1).cause()).isEqualTo(new FailureCause.LostPeer(exception));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OSError: [Errno 28] No space left on device",
                "OSError: [Errno 122] Disk quota exceeded: 'model.pt'",
                "RuntimeError: [enforce fail at inline_container.cc:659] . unexpected pos 64 vs 0:"
                        + " file write failed"
            })
    @DisplayName("row 19: the write error that ended a worker is its cause, by its exception")
    void an_exception_about_a_write_is_told_apart(String exception) throws IOException {
        write("stderr.log", "Traceback (most recent call last):\n  File \"t\"\n" + exception);

        assertThat(of(CODE_1).cause())
                .isEqualTo(new FailureCause.WriteFailed("a write failed: " + exception));
    }

    @Test
    @DisplayName("row 19: the write error that ended a worker is its cause, by its last line")
    void a_last_line_about_a_write_explains_a_code() throws IOException {
        write("stderr.log", "saving\nsh: 4: printf: I/O error: No space left on device\n");

        assertThat(of(new WorkerExit.Failed(28)).cause())
                .isEqualTo(
                        new FailureCause.WriteFailed(
                                "a write failed: sh: 4: printf: I/O error: No space left on"
                                        + " device"));
    }

    @Test
    @DisplayName("row 19: the disk that took a worker's last words with it is its cause")
    void a_full_disk_explains_an_end_without_a_word() {
        var full =
                new FailureCause.WriteFailed(
                        "most likely a write failed, as the disk of %s is full".formatted(folder));

        assertThat(onFullDisk(CODE_1)).isEqualTo(full);
        assertThat(onFullDisk(new WorkerExit.Killed(new Signal(7), false))).isEqualTo(full);
    }

    @Test
    void a_full_disk_explains_nothing_that_has_a_reason_of_its_own() throws IOException {
        assertThat(onFullDisk(KILLED)).isInstanceOf(FailureCause.Signalled.class);
        assertThat(onFullDisk(new WorkerExit.Killed(Signal.TERM, true)))
                .isEqualTo(new FailureCause.Stopped());
        write("stderr.log", TRACEBACK);
        assertThat(onFullDisk(CODE_1)).isEqualTo(new FailureCause.Raised("ValueError: bad sample"));
    }

    @Test
    void a_file_beyond_the_limit_of_its_size_is_a_write_that_failed() {
        assertThat(of(new WorkerExit.Killed(new Signal(25), false)).cause())
                .isEqualTo(
                        new FailureCause.WriteFailed(
                                "a write failed: a file reached the limit of its size"));
    }

    @Test
    void a_kill_is_one_for_want_of_memory_only_where_a_counter_proves_it() throws IOException {
        Path counter = write("memory.events", "oom 3\noom_kill 0\noom_group_kill 0\n");
        var before = Optional.of(new OomKills(counter, "memory.events of cgroup /job", 0));

        FailureCause byAPerson = of(KILLED, before).cause();
        write("memory.events", "oom 4\noom_kill 1\noom_group_kill 0\n");
        FailureCause byTheSystem = of(KILLED, before).cause();

        assertThat(byAPerson.inWords())
                .contains("not for want of memory: memory.events of cgroup /job counts no kill");
        assertThat(byTheSystem)
                .isEqualTo(
                        new FailureCause.OutOfMemory(
                                "memory.events of cgroup /job: oom_kill 0 → 1"));
    }

    @Test
    void an_exception_outweighs_the_kill_of_a_child_and_the_kill_is_told_too() throws IOException {
        Path counter = write("memory.events", "oom_kill 1\n");
        write("stderr.log", TRACEBACK);

        Diagnosis diagnosis = of(CODE_1, Optional.of(new OomKills(counter, "the counter", 0)));

        assertThat(diagnosis.cause()).isEqualTo(new FailureCause.Raised("ValueError: bad sample"));
        assertThat(diagnosis.notes())
                .containsExactly(
                        "meanwhile the system killed something for want of memory:"
                                + " the counter: oom_kill 0 → 1");
    }

    @Test
    void a_signal_of_its_own_is_told_with_what_the_program_said_of_it() throws IOException {
        write(
                "stderr.log",
                """
                terminate called after throwing an instance of 'c10::Error'
                  what():  CUDA error: an illegal memory access was encountered
                frame #0: …
                """);

        assertThat(of(new WorkerExit.Killed(new Signal(6), false)).cause())
                .isEqualTo(
                        new FailureCause.Signalled(
                                Optional.of(
                                        "what():  CUDA error: an illegal memory access was"
                                                + " encountered")));
    }

    @Test
    void whoever_was_ended_for_a_timer_timed_out_and_whoever_was_asked_was_stopped() {
        var timer = Optional.of("train.py#10");

        assertThat(
                        Diagnosis.of(
                                        new Diagnosis.Case(
                                                KILLED,
                                                files(),
                                                timer,
                                                Optional.empty(),
                                                Optional.empty()))
                                .cause())
                .isEqualTo(new FailureCause.TimedOut("train.py#10"));
        assertThat(of(new WorkerExit.Killed(Signal.TERM, true)).cause())
                .isEqualTo(new FailureCause.Stopped());
    }

    @Test
    void a_worker_that_left_nothing_has_ended_and_that_is_all() {
        Diagnosis diagnosis = of(CODE_1);

        assertThat(diagnosis.cause()).isEqualTo(new FailureCause.Exited());
        assertThat(diagnosis.lastWords()).isEmpty();
        assertThat(diagnosis.notes()).isEmpty();
    }

    private FailureCause onFullDisk(WorkerExit exit) {
        var known =
                new Diagnosis.Case(
                        exit, files(), Optional.empty(), Optional.empty(), Optional.empty());
        return Diagnosis.of(known, new WriteErrors(_ -> new DiskSpace(1 << 20, 0))).cause();
    }

    private Diagnosis of(WorkerExit exit) {
        return of(exit, Optional.empty());
    }

    private Diagnosis of(WorkerExit exit, Optional<OomKills> oomKills) {
        return Diagnosis.of(
                new Diagnosis.Case(exit, files(), Optional.empty(), oomKills, Optional.empty()));
    }

    private WorkerFiles files() {
        return new WorkerFiles(
                folder.resolve("stdout.log"),
                folder.resolve("stderr.log"),
                folder.resolve("error.json"));
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }
}
