package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The cause of a failure, through a whole run. */
@Timeout(120)
class WhyWorkersFailTest {
    @TempDir private Path folder;

    @ParameterizedTest(name = "row 7: kill -{0} is told as a signal, and by its name")
    @CsvSource({"SEGV, 11", "BUS, 7", "KILL, 9", "ABRT, 6"})
    void a_signal_is_told_by_its_name(String name, int number) {
        JobSnapshot ended = run(1, "kill -" + name + " $$");

        assertThat(ended.because()).startsWith("rank 0 was killed by SIG" + name);
        assertThat(ended.end().orElseThrow().exitCode()).isEqualTo(128 + number);
        assertThat(rootCause(ended).exit())
                .isEqualTo(new WorkerExit.Killed(new Signal(number), false));
        assertThat(rootCause(ended).exit().pythonCode()).isEqualTo(-number);
    }

    @Test
    void an_exit_code_above_128_is_no_signal() {
        JobSnapshot ended = run(1, "exit 137");

        assertThat(rootCause(ended).exit()).isEqualTo(new WorkerExit.Failed(137));
        assertThat(ended.end().orElseThrow().exitCode()).isEqualTo(137);
    }

    @Test
    void the_sentence_of_the_end_has_the_exception_and_the_report_has_everybody() {
        JobSnapshot ended =
                run(
                        3,
                        """
                        touch up$RANK
                        [ $RANK = 1 ] || exec sleep 600
                        while [ ! -e up0 ] || [ ! -e up2 ]; do sleep 0.05; done
                        echo 'Traceback (most recent call last):' >&2
                        echo '  File "train.py", line 9, in <module>' >&2
                        echo 'ValueError: bad sample' >&2
                        exit 1
                        """);

        assertThat(ended.because())
                .isEqualTo(
                        "rank 1 failed with exit code 1: ValueError: bad sample;"
                                + " no restarts were allowed");
        assertThat(failures(ended).stream().map(failure -> failure.rank().value()))
                .containsExactly(1, 0, 2);
        assertThat(failures(ended).stream().skip(1))
                .allSatisfy(
                        other -> {
                            assertThat(other.cause()).isEqualTo(new FailureCause.Stopped());
                            assertThat(other.at()).isAfter(rootCause(ended).at());
                        });
    }

    @Test
    void whoever_only_missed_a_peer_is_not_the_culprit_though_gone_first() {
        JobSnapshot ended =
                run(
                        2,
                        """
                        if [ $RANK = 1 ]; then
                            trap : TERM # busy dumping its core
                            touch up
                            while [ ! -e gone ]; do sleep 0.05; done
                            trap '' TERM
                            sleep 0.3
                            kill -SEGV $$
                        fi
                        while [ ! -e up ]; do sleep 0.05; done
                        echo 'Traceback (most recent call last):' >&2
                        echo '  File "train.py", line 9, in <module>' >&2
                        echo 'RuntimeError: Connection closed by peer [127.0.0.1]:1' >&2
                        touch gone
                        exit 1
                        """);

        assertThat(rootCause(ended).rank()).isEqualTo(new Rank(1));
        assertThat(ended.because()).startsWith("rank 1 was killed by SIGSEGV");
        assertThat(ended.end().orElseThrow().exitCode()).isEqualTo(128 + 11);
        assertThat(ended.attempt().orElseThrow().culprit()).contains(new Rank(1));
    }

    @Test
    void who_takes_long_to_end_after_its_exception_is_the_culprit_all_the_same() {
        JobSnapshot ended =
                run(
                        2,
                        """
                        echo 'Traceback (most recent call last):' >&2
                        echo '  File "train.py", line 9, in <module>' >&2
                        if [ $RANK = 1 ]; then
                            echo 'ValueError: bad sample' >&2
                            touch gone
                            exec sleep 600 # letting go of what it holds
                        fi
                        while [ ! -e gone ]; do sleep 0.05; done
                        echo 'RuntimeError: Connection closed by peer [127.0.0.1]:1' >&2
                        sleep 0.3
                        exit 1
                        """);

        assertThat(rootCause(ended).rank()).isEqualTo(new Rank(1));
        assertThat(ended.because())
                .startsWith(
                        "rank 1 was stopped with SIGTERM on its way out: ValueError: bad sample;");
        assertThat(ended.end().orElseThrow().exitCode()).isEqualTo(1);
    }

    @Test
    void a_broken_error_file_is_told_in_a_sentence_and_harms_nothing() {
        try (var agent = new ShellAgent(folder, Map.of())) {
            JobSnapshot ended = agent.run(1, 0, "printf '{' > $TORCHELASTIC_ERROR_FILE; exit 3");

            assertThat(rootCause(ended).errorFile()).isEmpty();
            assertThat(agent.notices())
                    .anySatisfy(
                            text ->
                                    assertThat(text)
                                            .startsWith(
                                                    "rank 0: its error file counts as none: it is"
                                                            + " no JSON"));
        }
    }

    @Test
    void a_failure_without_an_error_file_leaves_nothing_to_hand_on() {
        Path target = folder.resolve("ours.json");
        try (var agent =
                new ShellAgent(folder, Map.of("TORCHELASTIC_ERROR_FILE", target.toString()))) {
            agent.run(1, 0, "exit 3");

            assertThat(target).doesNotExist();
        }
    }

    @Test
    void the_root_causes_error_file_is_handed_on_with_its_exit_code() throws IOException {
        Path target = folder.resolve("ours.json");
        Files.writeString(target, "{}");
        try (var agent =
                new ShellAgent(folder, Map.of("TORCHELASTIC_ERROR_FILE", target.toString()))) {
            agent.run(
                    2,
                    1,
                    """
                    [ $RANK = 1 ] || exec sleep 600
                    echo '{"message": {"message": "E: x", "extraInfo":
                      {"py_callstack": "E: x", "timestamp": "10"}}}' > $TORCHELASTIC_ERROR_FILE
                    kill -SEGV $$
                    """);

            assertThat(Files.readString(target))
                    .isEqualTo(
                            "{\"message\":{\"message\":\"E: x\",\"extraInfo\":"
                                    + "{\"py_callstack\":\"E: x\",\"timestamp\":\"10\"},"
                                    + "\"errorCode\":-11}}");
            assertThat(agent.notices())
                    .contains(target + " held an earlier error; it now has that of rank 1");
        }
    }

    private JobSnapshot run(int workers, String script) {
        try (var agent = new ShellAgent(folder, Map.of())) {
            return agent.run(workers, 0, script);
        }
    }

    private static WorkerFailure rootCause(JobSnapshot run) {
        return failures(run).getFirst();
    }

    private static List<WorkerFailure> failures(JobSnapshot run) {
        return run.attempt().orElseThrow().failures();
    }
}
