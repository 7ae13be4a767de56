package dev.muster.gui.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Optional;

class AdviceTest {
    private static final WorkerExit EXIT_1 = new WorkerExit.Failed(1);

    private final RunStory story = RunStory.accepted("7f3a", "train.py", 2, 3).started();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    torch.OutOfMemoryError: CUDA out of memory. | smaller batch
                    RuntimeError: CUDA error: device-side assert triggered | CUDA_LAUNCH_BLOCKING=1
                    torch.distributed.DistBackendError: NCCL error in: x | NCCL_DEBUG=INFO
                    ModuleNotFoundError: No module named 'flash_attn' | flash_attn
                    FileNotFoundError: [Errno 2] No such file: 'a.txt' | /work
                    PermissionError: [Errno 13] Permission denied: '/a' | who owns
                    OSError: [Errno 98] Address already in use | free one is chosen
                    """)
    void an_exception_that_many_know_leads_to_what_helps(String exception, String helps) {
        assertThat(advice(EXIT_1, new FailureCause.Raised(exception)).getFirst()).contains(helps);
    }

    @Test
    void any_exception_leads_to_the_users_own_code() {
        var trace =
                PythonTrace.in(
                        List.of(
                                "Traceback (most recent call last):",
                                "  File \"/project/train.py\", line 61, in step",
                                "    x[9]"));
        var failure = story.failure(0, EXIT_1, new FailureCause.Raised("IndexError: 9"), List.of());

        assertThat(Advice.of(failure, story.snapshot().spec(), trace))
                .containsExactly("In your own code it happened at train.py:61, in step.");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 7, 8, 9, 11, 13, 15, 24, 25, 31})
    void every_signal_that_ends_programs_has_a_meaning_and_an_advice(int number) {
        var exit = new WorkerExit.Killed(new Signal(number), false);

        assertThat(SignalMeaning.of(new Signal(number))).isPresent();
        assertThat(advice(exit, new FailureCause.Signalled(Optional.empty()))).isNotEmpty();
    }

    @Test
    void who_only_lost_a_peer_is_not_looked_at_first() {
        assertThat(advice(EXIT_1, new FailureCause.LostPeer("Connection closed by peer")))
                .first()
                .asString()
                .contains("look at who ended first");
    }

    @Test
    void what_could_not_be_started_leads_to_the_program() {
        var never = new WorkerExit.NeverStarted("No such file or directory");

        assertThat(advice(never, new FailureCause.Exited()).getFirst())
                .contains("/usr/bin/python3");
    }

    private List<String> advice(WorkerExit exit, FailureCause cause) {
        return Advice.of(
                story.failure(0, exit, cause, List.of()),
                story.snapshot().spec(),
                Optional.empty());
    }
}
