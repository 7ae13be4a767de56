package dev.muster.agent.multiprocessing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class ProcessFailureTest {
    private static final Instant GONE = Instant.parse("2026-11-21T10:00:00.5Z");
    private static final Optional<Path> NO_FILE = Optional.empty();
    private static final WorkerExit ONE = new WorkerExit.Failed(1);

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"message\": {\"message\": \"ValueError: x\", \"extraInfo\": {\"py_callstack\":"
                        + " \"T\", \"timestamp\": \"1795241629\"}}} | ValueError: x | 1795241629",
                "{\"message\": {\"message\": \"boom\", \"extraInfo\": {\"timestamp\": 7}}} | boom |"
                        + " 7",
                "{\"message\": \"text\", \"timestamp\": 10} | text | 10",
                "{\"message\": \"text\", \"timestamp\": \"10\"} | text | 10",
            })
    void an_error_file_says_what_failed_and_when(String content, String message, long second)
            throws IOException {
        ProcessFailure failure = failed(content);

        assertThat(failure.message()).isEqualTo(message);
        assertThat(failure.timestamp()).isEqualTo(Instant.ofEpochSecond(second));
        assertThat(failure.errorFile()).contains(folder.resolve("error.json"));
        assertThat(failure.errorFileData()).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not JSON",
                "[]",
                "{\"error\": 1}",
                "{\"message\": {\"note\": \"boom\"}}",
            })
    void an_error_file_that_is_broken_counts_as_none(String content) throws IOException {
        ProcessFailure failure = failed(content);

        assertThat(failure.errorFile()).isEmpty();
        assertThat(failure.timestamp()).isEqualTo(GONE);
        assertThat(failure.message()).startsWith("To enable traceback see: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"message\": \"boom\"}",
                "{\"message\": {\"message\": \"boom\"}}",
                "{\"message\": {\"message\": \"boom\", \"extraInfo\": {\"timestamp\": \"now\"}}}",
            })
    void an_error_file_without_a_time_is_of_the_time_of_the_end(String content) throws IOException {
        ProcessFailure failure = failed(content);

        assertThat(failure.message()).isEqualTo("boom");
        assertThat(failure.timestamp()).isEqualTo(GONE);
    }

    @Test
    void what_was_never_started_says_why() {
        var exit = new WorkerExit.NeverStarted("sh: Permission denied");

        var failure = ProcessFailure.of(new LocalRank(0), 0, exit, NO_FILE, GONE);

        assertThat(failure.message()).isEqualTo("sh: Permission denied");
        assertThat(failure.exitcode()).isEqualTo(127);
    }

    @Test
    void the_first_failure_is_the_earliest_and_of_several_the_one_that_was_seen_first() {
        var killed = new WorkerExit.Killed(Signal.KILL, false);
        var late = ProcessFailure.of(new LocalRank(0), 1, ONE, NO_FILE, GONE.plusNanos(1));
        var first = ProcessFailure.of(new LocalRank(2), 3, killed, NO_FILE, GONE);
        var second = ProcessFailure.of(new LocalRank(1), 2, ONE, NO_FILE, GONE);

        assertThat(ProcessFailure.first(List.of(late, first, second))).contains(first);
        assertThat(ProcessFailure.first(List.of())).isEmpty();
    }

    private ProcessFailure failed(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("error.json"), content);
        return ProcessFailure.of(new LocalRank(0), 4711, ONE, Optional.of(file), GONE);
    }
}
