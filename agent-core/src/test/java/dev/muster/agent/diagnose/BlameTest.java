package dev.muster.agent.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.FailureCause.Exited;
import dev.muster.agent.job.FailureCause.LostPeer;
import dev.muster.agent.job.FailureCause.OutOfMemory;
import dev.muster.agent.job.FailureCause.Raised;
import dev.muster.agent.job.FailureCause.Signalled;
import dev.muster.agent.job.FailureCause.Stopped;
import dev.muster.agent.job.FailureCause.TimedOut;
import dev.muster.agent.job.FailureCause.WriteFailed;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

class BlameTest {
    private static final FailureCause EXCEPTION = new Raised("ValueError: bad sample");
    private static final FailureCause FULL_DISK = new WriteFailed("the disk is full");
    private static final FailureCause OOM = new OutOfMemory("oom_kill 0 → 1");
    private static final FailureCause SIGNAL = new Signalled(Optional.empty());
    private static final FailureCause TIMER = new TimedOut("train.py#10");
    private static final FailureCause PEER = new LostPeer("Connection closed by peer");

    @Test
    void each_cause_outweighs_those_that_may_follow_from_it_whoever_was_gone_first() {
        assertThat(culprit(failed(0, 1, OOM), failed(1, 2, EXCEPTION))).contains(1);
        assertThat(culprit(failed(0, 1, PEER), failed(1, 2, FULL_DISK))).contains(1);
        assertThat(culprit(failed(0, 1, SIGNAL), failed(1, 2, OOM))).contains(1);
        assertThat(culprit(failed(0, 1, TIMER), failed(1, 2, SIGNAL))).contains(1);
        assertThat(culprit(failed(0, 1, PEER), failed(1, 2, TIMER))).contains(1);
        assertThat(culprit(failed(0, 1, new Stopped()), failed(1, 2, PEER))).contains(1);
    }

    @Test
    void among_equals_a_nanosecond_decides() {
        assertThat(culprit(failed(0, 2, EXCEPTION), failed(1, 1, EXCEPTION))).contains(1);
        assertThat(culprit(failed(0, 1, EXCEPTION), failed(1, 2, new Exited()))).contains(0);
    }

    @Test
    void what_happens_after_everybody_was_asked_to_end_is_collateral() {
        assertThat(culprit(failed(0, 1, PEER), asked(1, 2, EXCEPTION))).contains(0);
        assertThat(culprit(failed(0, 1, TIMER), asked(1, 2, SIGNAL))).contains(0);
        assertThat(culprit(asked(0, 1, EXCEPTION), asked(1, 2, new Stopped()))).isEmpty();
        assertThat(culprit(asked(0, 1, SIGNAL), asked(1, 2, OOM))).isEmpty();
    }

    @Test
    void one_killed_for_want_of_memory_may_be_gone_later_than_those_who_miss_it() {
        assertThat(culprit(failed(0, 1, PEER), asked(1, 2, OOM))).contains(1);
    }

    @Test
    void one_that_dumped_its_core_may_be_gone_later_than_those_who_miss_it() {
        assertThat(culprit(failed(0, 1, PEER), asked(1, 2, SIGNAL))).contains(1);
    }

    @Test
    void one_that_was_told_of_before_may_be_gone_later_than_those_who_miss_it() {
        var early = Set.of(new Rank(1));

        assertThat(culprit(early, failed(0, 1, PEER), asked(1, 2, EXCEPTION))).contains(1);
        assertThat(culprit(early, failed(0, 1, SIGNAL), asked(1, 2, EXCEPTION))).contains(0);
        assertThat(culprit(early, failed(0, 1, new Exited()), asked(1, 2, EXCEPTION))).contains(0);
        assertThat(culprit(early, asked(0, 1, PEER), asked(1, 2, EXCEPTION))).isEmpty();
    }

    private static Optional<Integer> culprit(WorkerFailure... failures) {
        return culprit(Set.of(), failures);
    }

    private static Optional<Integer> culprit(Set<Rank> beforehand, WorkerFailure... failures) {
        return Blame.culprit(List.of(failures), beforehand).map(failure -> failure.rank().value());
    }

    private static WorkerFailure failed(int rank, int nanos, FailureCause cause) {
        return failure(rank, nanos, false, cause);
    }

    private static WorkerFailure asked(int rank, int nanos, FailureCause cause) {
        return failure(rank, nanos, true, cause);
    }

    private static WorkerFailure failure(int rank, int nanos, boolean asked, FailureCause cause) {
        var at = Instant.parse("2026-03-01T12:00:00Z").plusNanos(nanos);
        return new WorkerFailure(
                new Rank(rank),
                new LocalRank(rank),
                100 + rank,
                new WorkerExit.Failed(1),
                at,
                asked,
                cause,
                Optional.empty(),
                at,
                List.of());
    }
}
