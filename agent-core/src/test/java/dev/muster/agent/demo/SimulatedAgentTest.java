package dev.muster.agent.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.command.AgentCommand.ForceStop;
import dev.muster.agent.command.AgentCommand.Restart;
import dev.muster.agent.command.AgentCommand.Stop;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome.Accepted;
import dev.muster.agent.command.CommandOutcome.Refused;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.Predicate;

class SimulatedAgentTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration TICK = Duration.ofMillis(250);

    private final SimulatedAgent agent = new SimulatedAgent(7, START);
    private Instant now = START;

    @Test
    void the_demo_begins_with_a_success_a_failure_and_a_run_under_way() {
        var runs = agent.snapshot().runs();

        assertThat(runs)
                .extracting(run -> run.spec().entrypoint().shortName())
                .containsExactly("eval.py", "finetune.py", "train.py");
        assertThat(runs.get(0).end().orElseThrow().outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(runs.get(1).end().orElseThrow().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(runs.get(1).end().orElseThrow().exitCode()).isEqualTo(3);
        assertThat(runs.get(1).attempts()).hasSize(2);
        assertThat(training().phase()).isEqualTo(Phase.RUNNING);
    }

    @Test
    void a_rank_falls_silent_within_ten_seconds_and_is_heard_again() {
        advanceUntil(run -> condition(run, 5) instanceof WorkerCondition.Silent);

        assertThat(Duration.between(START, now)).isLessThan(Duration.ofSeconds(10));
        advanceUntil(run -> condition(run, 5) instanceof WorkerCondition.Running);
    }

    @Test
    void a_crash_stops_the_group_and_the_second_attempt_succeeds() {
        advanceUntil(run -> run.phase() == Phase.STOPPING);
        assertThat(training().because())
                .isEqualTo("rank 2 failed with exit code 1; restart 1 of 3");

        advanceUntil(run -> run.attemptNumber() == 1 && run.phase() == Phase.RUNNING);
        assertThat(training().attempts().getFirst().culprit()).contains(new Rank(2));
        assertThat(training().restartCount()).isOne();

        advanceUntil(run -> run.phase() == Phase.ENDED);
        assertThat(training().end().orElseThrow().outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(Duration.between(START, now)).isLessThan(Duration.ofMinutes(3));
    }

    @Test
    void what_the_crashed_worker_left_behind_is_told_with_whom_it_took_along() {
        advanceUntil(run -> run.attemptNumber() == 1);

        var failures = training().attempts().getFirst().failures();

        assertThat(failures).hasSize(8);
        assertThat(failures.getFirst().inWords())
                .startsWith("failed with exit code 1: torch.OutOfMemoryError: CUDA out of memory");
        assertThat(failures.getFirst().lastWords().getFirst()).startsWith("Traceback");
        assertThat(failures.subList(1, 8))
                .allSatisfy(
                        failure ->
                                assertThat(failure.cause()).isEqualTo(new FailureCause.Stopped()));
    }

    @Test
    void all_that_has_happened_in_a_run_is_kept() {
        advanceUntil(run -> run.phase() == Phase.ENDED);

        var events = agent.events(training().run());

        assertThat(events).hasSize((int) training().seq());
        assertThat(events.getLast().event()).isInstanceOf(AgentEvent.RunEnded.class);
    }

    @Test
    void a_stop_leaves_time_to_save_and_ends_the_run() {
        advance(Duration.ofSeconds(2));

        var outcome = agent.on(new Stop(new Aim(training().run(), 0), Duration.ofSeconds(30)), now);

        assertThat(outcome).isInstanceOf(Accepted.class);
        assertThat(training().forceAt()).contains(now.plusSeconds(30));
        advance(Duration.ofSeconds(4));
        assertThat(training().phase()).isEqualTo(Phase.STOPPING);
        advance(Duration.ofSeconds(4));
        assertThat(training().end().orElseThrow().outcome()).isEqualTo(Outcome.STOPPED);
    }

    @Test
    void force_ends_a_run_that_takes_its_time() {
        advance(Duration.ofSeconds(2));
        agent.on(new Stop(new Aim(training().run(), 0), Duration.ofSeconds(30)), now);
        advance(Duration.ofSeconds(2));

        agent.on(new ForceStop(new Aim(training().run(), 0)), now);

        advance(Duration.ofSeconds(1));
        assertThat(training().phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void a_restart_that_was_asked_for_costs_nothing_and_old_commands_are_refused() {
        advance(Duration.ofSeconds(2));
        var restart = new Restart(new Aim(training().run(), 0));

        assertThat(agent.on(restart, now)).isInstanceOf(Accepted.class);

        advanceUntil(run -> run.attemptNumber() == 1 && run.phase() == Phase.RUNNING);
        assertThat(training().restartCount()).isZero();
        assertThat(agent.on(restart, now)).isInstanceOf(Refused.class);
    }

    @Test
    void what_is_launched_in_the_demo_is_a_simulation_that_succeeds() {
        var run = agent.launch(Plots.script("mine.py", 2, 0), now);

        advance(Duration.ofMinutes(2));

        var mine = agent.snapshot().runs().getLast();
        assertThat(mine.run()).isEqualTo(run);
        assertThat(mine.end().orElseThrow().outcome()).isEqualTo(Outcome.SUCCEEDED);
    }

    @Test
    void the_same_seed_tells_the_same_story() {
        var twin = new SimulatedAgent(7, START);
        var told = new ArrayList<Object>();
        var toldByTwin = new ArrayList<Object>();

        for (int step = 0; step < 200; step++) {
            now = now.plus(TICK);
            agent.advanceTo(now);
            twin.advanceTo(now);
            told.add(agent.snapshot());
            toldByTwin.add(twin.snapshot());
        }

        assertThat(toldByTwin).isEqualTo(told);
    }

    @Test
    void the_culprit_leaves_its_traceback_in_its_own_stderr() {
        advanceUntil(run -> run.phase() == Phase.STOPPING);

        assertThat(log(2, LogStream.STDERR)).contains("torch.OutOfMemoryError");
        assertThat(log(2, LogStream.STDOUT)).contains("step 1 loss");
        assertThat(log(3, LogStream.STDERR)).contains("waits for rank 5");
    }

    private JobSnapshot training() {
        return agent.snapshot().runs().get(2);
    }

    private void advance(Duration by) {
        now = now.plus(by);
        agent.advanceTo(now);
    }

    private void advanceUntil(Predicate<JobSnapshot> reached) {
        Instant tooLate = now.plus(Duration.ofMinutes(10));
        while (!reached.test(training())) {
            assertThat(now).as("waiting in vain; at last: " + training()).isBefore(tooLate);
            advance(TICK);
        }
    }

    private static WorkerCondition condition(JobSnapshot run, int rank) {
        return run.workers().get(rank).condition();
    }

    private String log(int localRank, LogStream stream) {
        var log =
                agent.logs()
                        .find(training().run(), 0, new LocalRank(localRank), stream)
                        .orElseThrow();
        var bytes = ByteBuffer.allocate((int) log.size());
        log.read(0, bytes);
        return new String(bytes.array(), StandardCharsets.UTF_8);
    }
}
