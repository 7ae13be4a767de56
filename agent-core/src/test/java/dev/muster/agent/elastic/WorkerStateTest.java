package dev.muster.agent.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.event.AgentEvent.ForceStarted;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.StopStarted;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.AgentEvent.WorkerStuck;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFiles;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class WorkerStateTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Rank ZERO = new Rank(0);
    private static final AgentEvent ACCEPTED =
            new RunAccepted(
                    NOON, new RunId("run-1"), SampleSpec.ofScript().workers(1).build(), "a", 1);
    private static final AgentEvent BEGUN = new AttemptStarted(NOON, 0, 0, 1, "first start");
    private static final AgentEvent STARTED =
            new WorkerStarted(
                    NOON,
                    ZERO,
                    new LocalRank(0),
                    11,
                    new WorkerFiles(Path.of("/out"), Path.of("/err"), Path.of("/error")));

    @Test
    void no_moment_of_a_run_is_unknown() {
        List<WorkerState> states =
                statesOf(
                        ACCEPTED,
                        BEGUN,
                        STARTED,
                        new WorkerExited(NOON, ZERO, new WorkerExit.Failed(1)),
                        new StopStarted(NOON, NOON, "rank 0 failed"),
                        new AttemptEnded(NOON, 0, Optional.of(ZERO), "rank 0 failed"),
                        new AttemptStarted(NOON, 1, 1, 1, "restart 1 of 3"),
                        STARTED,
                        new WorkerExited(NOON, ZERO, new WorkerExit.Succeeded()),
                        new AttemptEnded(NOON, 1, Optional.empty(), "done"),
                        new RunEnded(NOON, Outcome.SUCCEEDED, 0, "done"));

        assertThat(states)
                .containsExactly(
                        WorkerState.INIT,
                        WorkerState.INIT,
                        WorkerState.HEALTHY,
                        WorkerState.HEALTHY, // nobody has drawn a conclusion yet
                        WorkerState.FAILED,
                        WorkerState.FAILED,
                        WorkerState.STOPPED,
                        WorkerState.HEALTHY,
                        WorkerState.HEALTHY,
                        WorkerState.HEALTHY,
                        WorkerState.SUCCEEDED);
    }

    @Test
    void a_group_that_is_stopped_on_request_has_not_failed() {
        List<WorkerState> states =
                statesOf(
                        ACCEPTED,
                        BEGUN,
                        STARTED,
                        new StopStarted(NOON, NOON, "stopped by you"),
                        new RunEnded(NOON, Outcome.STOPPED, 143, "stopped by you"));

        assertThat(states.subList(3, 5)).containsOnly(WorkerState.STOPPED);
    }

    @Test
    void a_group_is_unhealthy_from_when_a_worker_is_found_stuck_until_the_attempt_is_over() {
        List<WorkerState> states =
                statesOf(
                        ACCEPTED,
                        BEGUN,
                        STARTED,
                        new WorkerStuck(NOON, ZERO, Duration.ofSeconds(30)),
                        new StopStarted(NOON, NOON, "rank 0 is stuck"),
                        new ForceStarted(NOON, "the grace is over"),
                        new WorkerExited(NOON, ZERO, new WorkerExit.Unkillable()),
                        new AttemptEnded(NOON, 0, Optional.of(ZERO), "rank 0 is stuck"),
                        new RunEnded(NOON, Outcome.FAILED, 1, "rank 0 is stuck"));

        assertThat(states.subList(3, 7)).containsOnly(WorkerState.UNHEALTHY);
        assertThat(states.subList(7, 9)).containsOnly(WorkerState.FAILED);
    }

    @Test
    void a_run_that_never_began_is_at_its_beginning() {
        var states = statesOf(ACCEPTED, new RunEnded(NOON, Outcome.FAILED, 1, "nobody came"));

        assertThat(states).containsOnly(WorkerState.INIT);
    }

    private static List<WorkerState> statesOf(AgentEvent... story) {
        var states = new ArrayList<WorkerState>();
        var run = JobSnapshot.first(new NumberedEvent(1, story[0]));
        states.add(WorkerState.of(run));
        for (int i = 1; i < story.length; i++) {
            run = run.after(new NumberedEvent(i + 1, story[i]));
            states.add(WorkerState.of(run));
        }
        return states;
    }
}
