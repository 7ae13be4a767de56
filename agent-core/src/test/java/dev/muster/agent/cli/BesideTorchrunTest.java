package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.stream.Stream;

/** Agents of ours and of torchrun's in one job (elastic-agent §9), each ending in a sum. */
@BesideOthers
@Needs(TestGroup.TORCH)
@Timeout(240)
class BesideTorchrunTest extends JobOfNodes {
    private static final String[] C10D = {
        "--rdzv-backend", "c10d", "--rdzv-conf", "last_call_timeout=1"
    };

    @Test
    void torchrun_comes_late_to_a_job_whose_store_and_rank_0_are_ours()
            throws IOException, InterruptedException {
        job.ours(A, with("--nnodes", "1:2"));
        job.awaitJoined(A, 1);
        job.torchruns(B, with("--nnodes", "1:2"));
        job.awaitJoined(B, 1);

        sumUp();
    }

    @Test
    void ours_comes_late_to_a_job_whose_store_and_rank_0_are_torchruns()
            throws IOException, InterruptedException {
        job.torchruns(A, with("--nnodes", "1:2"));
        job.awaitJoined(A, 1);
        job.ours(B, with("--nnodes", "1:2"));
        job.awaitJoined(B, 1);

        sumUp();
        assertThat(job.talkOf(B)).contains("the node of rank 0 did not say where the workers meet");
    }

    @Test
    @Tag("proof")
    void ours_is_rank_0_in_a_store_of_torchruns() throws IOException, InterruptedException {
        job.torchruns(B, with("--nnodes", "2"));
        job.awaitListening();
        job.ours(A, with("--nnodes", "2"));

        sumUp();
        assertThat(job.talkOf(A)).contains("node 0 of 2");
    }

    @Test
    @Tag("proof")
    void torchrun_is_rank_0_in_a_store_of_ours() throws IOException, InterruptedException {
        job.ours(B, with("--nnodes", "2"));
        job.awaitListening();
        job.torchruns(A, with("--nnodes", "2"));

        sumUp();
        assertThat(job.talkOf(B)).contains("node 1 of 2");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @Tag("proof")
    void a_failure_on_either_side_restarts_both(int failing)
            throws IOException, InterruptedException {
        job.ours(A, with("--nnodes", "2", "--max-restarts", "1"));
        job.awaitListening();
        job.torchruns(B, with("--nnodes", "2", "--max-restarts", "1"));
        job.awaitJoined(A, 1);
        job.awaitJoined(B, 1);
        job.fail(failing);
        job.awaitJoined(A, 2);

        sumUp();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nodes_that_were_told_their_ranks_sum_up_whoever_is_the_first(boolean oursFirst)
            throws IOException, InterruptedException {
        job.withoutTorch();
        String[] first = {"--nnodes", "2", "--node-rank", "0"};
        String[] second = {"--nnodes", "2", "--node-rank", "1"};
        if (oursFirst) {
            job.ours(A, first);
            job.torchruns(B, second);
        } else {
            job.torchruns(A, first);
            job.ours(B, second);
        }

        sumUp();
    }

    @Test
    void a_job_that_torchrun_is_in_is_not_scaled() throws IOException, InterruptedException {
        job.withoutTorch();
        job.ours(A, with("--nnodes", "2"));
        job.awaitListening();
        job.torchruns(B, with("--nnodes", "2"));
        job.awaitJoined(A, 1);
        job.awaitJoined(B, 1);

        var refused = job.scale(A, "1:2");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains("refused: " + B + ": an agent that is not Muster's goes by the --nnodes");
        sumUp();
    }

    /** torchrun gives no sign of life while it waits for the others to be done. */
    @Test
    @Tag("proof")
    void a_torchrun_that_is_done_first_is_not_taken_for_lost()
            throws IOException, InterruptedException {
        job.ours(A, withQuickLoss("--nnodes", "2"));
        job.awaitListening();
        job.torchruns(B, withQuickLoss("--nnodes", "2"));
        job.stay(0);
        job.go();

        job.awaitTalk(A, "whoever is gone was done; this node finishes its own");
        job.leave(0);

        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(B)).isEqualTo("sum 3 of 2");
        assertThat(job.talkOf(A)).doesNotContain("joining round 1");
    }

    private void sumUp() throws IOException, InterruptedException {
        job.go();
        assertThat(job.sumOf(A)).isEqualTo("sum 3 of 2");
        assertThat(job.sumOf(B)).isEqualTo("sum 3 of 2");
    }

    private static String[] with(String... flags) {
        return Stream.concat(Stream.of(flags), Stream.of(C10D)).toArray(String[]::new);
    }

    private static String[] withQuickLoss(String... flags) {
        String[] all = with(flags);
        all[all.length - 1] += ",keep_alive_interval=1";
        return all;
    }
}
