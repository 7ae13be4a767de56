package dev.muster.agent.job;

import static dev.muster.agent.job.LineLevel.ERROR;
import static dev.muster.agent.job.LineLevel.PLAIN;
import static dev.muster.agent.job.LineLevel.WARNING;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class LevelReaderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PLAIN   | step 1240 loss 0.312",
                "PLAIN   | no errors found, loss_ERROR_rate=0",
                "PLAIN   | the Error of our ways",
                "PLAIN   | reading train[W].csv",
                "ERROR   | 2026-11-21 12:04:36,551 ERROR train: out of memory",
                "ERROR   | CRITICAL:root:stop",
                "ERROR   | RuntimeError: Connection closed by peer",
                "ERROR   | torch.OutOfMemoryError: CUDA out of memory.",
                "ERROR   | KeyboardInterrupt",
                "ERROR   | [rank3]: ValueError: no",
                "ERROR   | [rank0]:[E1121 12:00:00.123456 ProcessGroupNCCL.cpp:616] Watchdog",
                "ERROR   | E1121 12:00:00.123456 17 api.py:869] failed",
                "WARNING | [W] data loader waited 0.41 s for a batch (worker 2)",
                "WARNING | [W1121 12:00:00.123456 socket.cpp:752] retrying",
                "WARNING | /x/y.py:12: UserWarning: deprecated",
                "WARNING | WARNING:root:careful"
            })
    void the_usual_formats_say_their_level(LineLevel level, String line) {
        assertThat(new LevelReader().next(line)).isEqualTo(level);
    }

    @Test
    void a_traceback_is_an_error_up_to_its_message() {
        assertThat(
                        levels(
                                "starting",
                                "Traceback (most recent call last):",
                                "  File \"train.py\", line 88, in step",
                                "    loss.backward()",
                                "    ^^^^^^^^^^^^^^^",
                                "my.own.Trouble: nothing to be done",
                                "next epoch"))
                .containsExactly(PLAIN, ERROR, ERROR, ERROR, ERROR, ERROR, PLAIN);
    }

    @Test
    void a_traceback_is_recognised_from_its_middle_and_behind_a_rank() {
        assertThat(levels("[rank2]:   File \"a.py\", line 1, in f", "[rank2]:     x()", "WARNING"))
                .containsExactly(ERROR, ERROR, ERROR);
    }

    @Test
    void a_level_far_out_in_a_line_is_just_text() {
        assertThat(levels("x".repeat(500) + " ERROR")).containsExactly(PLAIN);
    }

    @Test
    void a_warning_is_no_error() {
        assertThat(levels("WARNING: 3 ranks are slow")).containsExactly(WARNING);
    }

    private static List<LineLevel> levels(String... lines) {
        var reader = new LevelReader();
        return List.of(lines).stream().map(reader::next).toList();
    }
}
