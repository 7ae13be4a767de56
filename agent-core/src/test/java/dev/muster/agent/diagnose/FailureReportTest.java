package dev.muster.agent.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Our report beside those that torchrun 2.13 printed of the same failures. */
class FailureReportTest {
    private static final WorkerExit STOPPED = new WorkerExit.Killed(Signal.TERM, true);
    private static final WorkerExit SEGV = new WorkerExit.Killed(new Signal(11), false);

    @TempDir private Path folder;

    @Test
    void an_exit_code_is_reported_as_torchrun_does() throws IOException {
        var report =
                report(
                        failure(1, 23448, "06:13:38", new WorkerExit.Failed(3)),
                        failure(0, 23447, "06:13:38", STOPPED),
                        failure(2, 23449, "06:13:38", STOPPED));

        assertThat(report).isEqualTo(recorded("torch-2.13-report-exit3.txt"));
    }

    @Test
    void a_signal_is_reported_as_torchrun_does() throws IOException {
        var report =
                report(
                        failure(1, 23496, "06:13:42", SEGV),
                        failure(0, 23495, "06:13:42", STOPPED),
                        failure(2, 23497, "06:13:42", STOPPED));

        assertThat(report).isEqualTo(recorded("torch-2.13-report-segv.txt"));
    }

    @Test
    void an_error_file_is_reported_as_torchrun_does() throws IOException {
        Path error = folder.resolve("error.json");
        Files.write(error, recorded("torch-2.13-worker-error.json"));
        WorkerFailure recording =
                failure(1, 23400, "06:13:33", new WorkerExit.Failed(1), Optional.of(error));

        var report =
                report(
                        recording,
                        failure(0, 23399, "06:13:33", STOPPED),
                        failure(2, 23401, "06:13:33", STOPPED));

        String place =
                "LOGDIR/b0f3213c-0942-41c0-8b4e-3f64d198d4f4_05bxqgph/attempt_0/1/error.json";
        assertThat(report.stream().map(line -> line.replace(error.toString(), place)).toList())
                .isEqualTo(recorded("torch-2.13-report-record.txt"));
    }

    @Test
    void one_failure_alone_has_no_others_and_a_short_report_is_as_narrow_as_its_longest_line() {
        List<String> report = report(failure(0, 7, "06:13:33", SEGV));

        assertThat(report).contains("  <NO_OTHER_FAILURES>");
        assertThat(report.get(1))
                .hasSameSizeAs("  traceback : Signal 11 (SIGSEGV) received by PID 7");
    }

    @Test
    void the_short_shape_of_an_error_file_is_not_indented_and_a_nameless_signal_has_no_name()
            throws IOException {
        Path error = folder.resolve("error.json");
        Files.writeString(error, "{\"message\": \"one\\ntwo\", \"timestamp\": 10}");
        WorkerExit realTime = new WorkerExit.Killed(new Signal(40), false);

        List<String> report =
                report(
                        failure(0, 7, "06:13:33", realTime),
                        failure(1, 8, "06:13:33", realTime, Optional.of(error)));

        assertThat(report)
                .contains(
                        "  exitcode  : -40 (pid: 7) ",
                        "  traceback : Signal 40 (<N/A>) received by PID 7",
                        "  traceback : one",
                        "two");
    }

    private static List<String> report(WorkerFailure... failures) {
        return FailureReport.lines("fail.py", "localhost", List.of(failures), ZoneOffset.UTC);
    }

    private static WorkerFailure failure(int rank, long pid, String time, WorkerExit exit) {
        return failure(rank, pid, time, exit, Optional.empty());
    }

    private static WorkerFailure failure(
            int rank, long pid, String time, WorkerExit exit, Optional<Path> errorFile) {
        var at = Instant.parse("2026-11-21T" + time + "Z");
        return new WorkerFailure(
                new Rank(rank),
                new LocalRank(rank),
                pid,
                exit,
                at,
                false,
                new FailureCause.Exited(),
                errorFile,
                at,
                List.of());
    }

    private static List<String> recorded(String name) throws IOException {
        try (var stream =
                Objects.requireNonNull(FailureReportTest.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
