package dev.muster.agent.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.event.AgentEvent.CommandTaken;
import dev.muster.agent.event.AgentEvent.ForceStarted;
import dev.muster.agent.event.AgentEvent.Noticed;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.StopStarted;
import dev.muster.agent.event.AgentEvent.StoreOpened;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerHeard;
import dev.muster.agent.event.AgentEvent.WorkerSilent;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.WorkerCondition.Ended;
import dev.muster.agent.event.WorkerCondition.Expected;
import dev.muster.agent.event.WorkerCondition.Running;
import dev.muster.agent.event.WorkerCondition.Silent;
import dev.muster.agent.event.WorkerCondition.Stopping;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerExit.Failed;
import dev.muster.agent.job.WorkerExit.Killed;
import dev.muster.agent.job.WorkerExit.NeverStarted;
import dev.muster.agent.job.WorkerExit.Succeeded;
import dev.muster.agent.job.WorkerFiles;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class JobSnapshotTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final RunAccepted accepted =
            new RunAccepted(
                    NOON,
                    new RunId("run-1"),
                    SampleSpec.ofScript().maxRestarts(1).build(),
                    "gpu-box",
                    4711);

    @Test
    void a_stream_begins_with_the_acceptance_of_its_run_and_with_nothing_else() {
        var other = new NumberedEvent(1, new Noticed(NOON, "hello"));

        assertThatThrownBy(() -> JobSnapshot.first(other))
                .hasMessage("first event: Noticed (expected: RunAccepted)");
        assertThatThrownBy(() -> after(accepted))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("only once");
    }

    @Test
    void events_are_numbered_from_one() {
        assertThatThrownBy(() -> new NumberedEvent(0, accepted))
                .hasMessage("seq: 0 (expected: >= 1)");
    }

    @Test
    void an_accepted_run_is_starting_and_knows_what_it_was_told() {
        JobSnapshot run = after();

        assertThat(run.seq()).isEqualTo(1);
        assertThat(run.run()).isEqualTo(new RunId("run-1"));
        assertThat(run.host()).isEqualTo("gpu-box");
        assertThat(run.agentPid()).isEqualTo(4711);
        assertThat(run.phase()).isEqualTo(Phase.STARTING);
        assertThat(run.startedAt()).isEqualTo(NOON);
        assertThat(run.attempt()).isEmpty();
        assertThat(run.attemptNumber()).isZero();
        assertThat(run.workers()).isEmpty();
        assertThat(run.storeAddress()).isEmpty();
        assertThat(run.end()).isEmpty();
    }

    @Test
    void the_store_keeps_its_address_through_every_attempt() {
        JobSnapshot run =
                after(
                        new StoreOpened(at(0), "127.0.0.1", 29500),
                        attempt(1, 0, 0),
                        attempt(2, 1, 1));

        assertThat(run.storeAddress()).contains("127.0.0.1:29500");
    }

    @Test
    void every_worker_of_an_attempt_is_expected_until_it_is_started() {
        JobSnapshot run = after(attempt(1, 0, 0), started(2, 1, 101));

        assertThat(conditions(run)).containsExactly(new Expected(), new Running(101, at(2)));
        assertThat(run.phase()).isEqualTo(Phase.STARTING);
    }

    @Test
    void a_run_is_running_once_the_last_worker_is_there() {
        JobSnapshot run = after(attempt(1, 0, 0), started(2, 1, 101), started(3, 0, 100));

        assertThat(run.phase()).isEqualTo(Phase.RUNNING);
        assertThat(run.because()).isEqualTo("attempt 0");
    }

    @Test
    void the_files_of_each_worker_belong_to_its_attempt() {
        JobSnapshot run =
                after(
                        attempt(1, 0, 0),
                        started(1, 0, 100),
                        started(1, 1, 101),
                        attempt(5, 1, 1),
                        started(6, 1, 201));

        assertThat(run.attempts().get(0).files())
                .containsOnlyKeys(new LocalRank(0), new LocalRank(1))
                .containsEntry(new LocalRank(1), files(101));
        assertThat(run.attempts().get(1).files()).containsOnlyKeys(new LocalRank(1));
    }

    @Test
    void a_worker_that_prints_nothing_is_silent_until_it_is_heard_again() {
        var silent = new WorkerSilent(at(70), new Rank(0), at(10));

        JobSnapshot quiet = running(silent);
        JobSnapshot heard = running(silent, new WorkerHeard(at(80), new Rank(0)));

        assertThat(conditions(quiet))
                .containsExactly(new Silent(100, at(2), at(10)), new Running(101, at(2)));
        assertThat(conditions(heard))
                .containsExactly(new Running(100, at(2)), new Running(101, at(2)));
    }

    @Test
    void silence_means_nothing_once_a_worker_is_stopping_or_gone() {
        JobSnapshot run =
                running(
                        exited(3, 0, new Failed(1)),
                        new StopStarted(at(3), at(33), "rank 0 failed"),
                        new WorkerSilent(at(70), new Rank(0), at(3)),
                        new WorkerSilent(at(70), new Rank(1), at(3)),
                        new WorkerHeard(at(71), new Rank(1)));

        assertThat(conditions(run))
                .containsExactly(
                        new Ended(new Failed(1), at(2), at(3), false), new Stopping(101, at(2)));
    }

    @Test
    void a_stop_asks_those_who_are_there_and_says_when_they_will_be_forced() {
        JobSnapshot run =
                running(
                        new WorkerSilent(at(70), new Rank(1), at(2)),
                        new StopStarted(at(71), at(101), "stopped by you"));

        assertThat(run.phase()).isEqualTo(Phase.STOPPING);
        assertThat(run.because()).isEqualTo("stopped by you");
        assertThat(run.forceAt()).contains(at(101));
        assertThat(conditions(run))
                .containsExactly(new Stopping(100, at(2)), new Stopping(101, at(2)));
    }

    @Test
    void a_stop_that_finds_a_worker_not_started_yet_leaves_it_expected() {
        JobSnapshot run =
                after(
                        attempt(1, 0, 0),
                        started(2, 0, 100),
                        new StopStarted(at(3), at(33), "stopped by you"));

        assertThat(conditions(run)).containsExactly(new Stopping(100, at(2)), new Expected());
    }

    @Test
    void force_leaves_no_grace_to_count_down() {
        JobSnapshot run =
                running(
                        new StopStarted(at(3), at(33), "stopped by you"),
                        new ForceStarted(at(33), "the grace is over"));

        assertThat(run.phase()).isEqualTo(Phase.STOPPING);
        assertThat(run.forceAt()).isEmpty();
        assertThat(run.because()).isEqualTo("the grace is over");
    }

    @Test
    void an_exit_is_remembered_with_the_time_from_start_to_end() {
        JobSnapshot run =
                running(
                        exited(9, 0, new Succeeded()),
                        new StopStarted(at(10), at(40), "stopped by you"),
                        exited(11, 1, new Killed(Signal.TERM, true)));

        assertThat(conditions(run))
                .containsExactly(
                        new Ended(new Succeeded(), at(2), at(9), false),
                        new Ended(new Killed(Signal.TERM, true), at(2), at(11), false));
    }

    @Test
    void a_worker_that_could_not_be_started_is_over_at_once() {
        var reason = new NeverStarted("No such file or directory");

        JobSnapshot run = after(attempt(1, 0, 0), exited(2, 1, reason));

        assertThat(conditions(run))
                .containsExactly(new Expected(), new Ended(reason, at(2), at(2), false));
    }

    @Test
    void only_the_worker_that_ended_the_attempt_is_its_culprit() {
        JobSnapshot run = crashed();

        assertThat(conditions(run))
                .containsExactly(
                        new Ended(new Killed(Signal.TERM, true), at(2), at(4), false),
                        new Ended(new Failed(3), at(2), at(3), true));
        AttemptView ended = run.attempt().orElseThrow();
        assertThat(ended.culprit()).contains(new Rank(1));
        assertThat(ended.endedAt()).contains(at(5));
        assertThat(ended.endedBecause()).contains("rank 1 failed; restart 1 of 1");
        assertThat(run.forceAt()).isEmpty();
    }

    @Test
    void a_restart_begins_with_new_workers_and_keeps_the_earlier_attempt() {
        JobSnapshot run = fold(crashed(), List.of(attempt(6, 1, 1)));

        assertThat(run.phase()).isEqualTo(Phase.STARTING);
        assertThat(run.attemptNumber()).isEqualTo(1);
        assertThat(run.restartCount()).isEqualTo(1);
        assertThat(conditions(run)).containsExactly(new Expected(), new Expected());
        assertThat(run.attempts()).extracting(AttemptView::attempt).containsExactly(0, 1);
        assertThat(run.attempts().getFirst().culprit()).contains(new Rank(1));
        assertThat(run.attempts().getLast().endedAt()).isEmpty();
    }

    @Test
    void a_restart_that_was_asked_for_counts_as_an_attempt_and_costs_no_restart() {
        JobSnapshot run = after(attempt(1, 0, 0), attempt(5, 1, 0));

        assertThat(run.attemptNumber()).isEqualTo(1);
        assertThat(run.restartCount()).isZero();
    }

    @Test
    void the_end_says_how_when_and_with_which_exit_code() {
        JobSnapshot run =
                fold(
                        crashed(),
                        List.of(
                                new StopStarted(at(6), at(36), "stopped by you"),
                                new RunEnded(at(7), Outcome.FAILED, 3, "rank 1 failed")));

        assertThat(run.phase()).isEqualTo(Phase.ENDED);
        assertThat(run.because()).isEqualTo("rank 1 failed");
        assertThat(run.forceAt()).isEmpty();
        assertThat(run.end()).contains(new JobSnapshot.End(at(7), Outcome.FAILED, 3));
    }

    @Test
    void what_changes_nothing_moves_the_number_alone() {
        JobSnapshot before = running();

        JobSnapshot told =
                fold(
                        before,
                        List.of(
                                new Noticed(at(3), "OMP_NUM_THREADS is not set"),
                                new CommandTaken(at(4), "you", "restart", false, "stale")));

        assertThat(told.seq()).isEqualTo(before.seq() + 2);
        assertThat(told).usingRecursiveComparison().ignoringFields("seq").isEqualTo(before);
    }

    @Test
    void a_node_that_looks_for_a_round_is_gathering_and_says_who_is_there() {
        var here = new NodeView("a_1_0", "a", NodeView.Standing.MEMBER, 0);

        JobSnapshot run =
                after(
                        new RendezvousEvent.RoundSought(at(1), "first start"),
                        new RendezvousEvent.NodesSeen(at(2), 3, false, List.of(here), "1 of 2"));

        assertThat(run.phase()).isEqualTo(Phase.GATHERING);
        assertThat(run.because()).isEqualTo("1 of 2");
        assertThat(run.rendezvous().orElseThrow().round()).isEqualTo(3);
        assertThat(run.rendezvous().orElseThrow().nodes()).containsExactly(here);
        assertThat(run.rendezvous().orElseThrow().place()).isEmpty();
    }

    @Test
    void a_job_that_is_scaled_shows_how_many_nodes_it_may_have_by_now() {
        var nodes = new JobNodes(1, 3, 0, "c10d", "a:29400", Map.of(), Optional.empty());
        var spec = SampleSpec.ofScript().nodes(nodes).build();
        var accepted = new RunAccepted(NOON, new RunId("run-1"), spec, "gpu-box", 4711);
        var before = JobSnapshot.first(new NumberedEvent(1, accepted));

        var run = fold(before, List.of(new RendezvousEvent.NodesWanted(at(1), 2, 4, "asked for")));

        assertThat(run.spec().nodes())
                .contains(new JobNodes(2, 4, 0, "c10d", "a:29400", Map.of(), Optional.empty()));
    }

    @Test
    void workers_of_a_later_node_have_the_ranks_that_its_round_gave_them() {
        JobSnapshot run =
                after(
                        new RendezvousEvent.RoundSought(at(1), "first start"),
                        new RendezvousEvent.RoundJoined(at(2), 3, 1, 2, 4, 6, "a:29500"),
                        new AttemptStarted(at(3), 0, 0, 6, "first start"));

        assertThat(run.workers()).extracting(WorkerView::rank).containsExactly(rank(4), rank(5));
        assertThat(run.localRankOf(rank(5))).contains(new LocalRank(1));
        assertThat(run.localRankOf(rank(0))).isEmpty();
        assertThat(run.storeAddress()).contains("a:29500");
        assertThat(run.phase()).isEqualTo(Phase.STARTING);
    }

    @Test
    void who_is_gone_and_who_is_waited_for_stay_known_until_the_next_round() {
        var sought = new RendezvousEvent.RoundSought(at(1), "first start");
        var joined = new RendezvousEvent.RoundJoined(at(2), 3, 1, 2, 4, 6, "a:29500");
        var half = new Attendance(1, 2, List.of("node 1"), List.of("node 0"));

        JobSnapshot run =
                after(
                        sought,
                        joined,
                        new RendezvousEvent.NodeLost(at(3), "a_1_0", Duration.ZERO, "lost"),
                        new BarrierEvent.BarrierAwaited(
                                at(4), BarrierKind.EXIT, at(3), half, "waiting"));

        assertThat(run.phase()).isEqualTo(Phase.FINISHING);
        assertThat(run.rendezvous().orElseThrow().gone()).containsExactly("a_1_0");
        assertThat(run.barrier()).contains(new BarrierView(BarrierKind.EXIT, at(3), half));
        var next = fold(run, List.of(sought));
        assertThat(next.rendezvous().orElseThrow().gone()).isEmpty();
        assertThat(next.barrier()).isEmpty();
    }

    @Test
    void a_barrier_of_processes_is_seen_while_it_lasts_and_leaves_the_phase_alone() {
        var one = new Attendance(1, 2, List.of("0"), List.of("1"));
        var awaited =
                new BarrierEvent.BarrierAwaited(at(1), BarrierKind.PEER, at(1), one, "waiting");

        JobSnapshot waiting = after(awaited);
        JobSnapshot broken =
                fold(
                        waiting,
                        List.of(
                                new BarrierEvent.BarrierBroken(
                                        at(2), BarrierKind.PEER, List.of("1"), "1 is gone")));

        assertThat(waiting.barrier().orElseThrow().attendance()).isEqualTo(one);
        assertThat(waiting.phase()).isEqualTo(Phase.STARTING);
        assertThat(broken.barrier()).isEmpty();
    }

    private static Rank rank(int value) {
        return new Rank(value);
    }

    private JobSnapshot crashed() {
        return running(
                exited(3, 1, new Failed(3)),
                new StopStarted(at(3), at(33), "rank 1 failed; restart 1 of 1"),
                exited(4, 0, new Killed(Signal.TERM, true)),
                new AttemptEnded(
                        at(5), 0, Optional.of(new Rank(1)), "rank 1 failed; restart 1 of 1"));
    }

    /** Both workers were started at second 2. */
    private JobSnapshot running(AgentEvent... more) {
        JobSnapshot run = after(attempt(1, 0, 0), started(2, 0, 100), started(2, 1, 101));
        return fold(run, List.of(more));
    }

    private JobSnapshot after(AgentEvent... more) {
        return fold(JobSnapshot.first(new NumberedEvent(1, accepted)), List.of(more));
    }

    private static JobSnapshot fold(JobSnapshot run, List<AgentEvent> events) {
        JobSnapshot now = run;
        for (AgentEvent event : events) now = now.after(new NumberedEvent(now.seq() + 1, event));
        return now;
    }

    private static List<WorkerCondition> conditions(JobSnapshot run) {
        return run.workers().stream().map(WorkerView::condition).toList();
    }

    private static AgentEvent attempt(int second, int attempt, int restartCount) {
        return new AttemptStarted(at(second), attempt, restartCount, 2, "attempt " + attempt);
    }

    private static AgentEvent started(int second, int rank, long pid) {
        return new WorkerStarted(at(second), new Rank(rank), new LocalRank(rank), pid, files(pid));
    }

    private static AgentEvent exited(int second, int rank, WorkerExit exit) {
        return new WorkerExited(at(second), new Rank(rank), exit);
    }

    private static WorkerFiles files(long pid) {
        Path folder = Path.of("/runs/" + pid);
        return new WorkerFiles(
                folder.resolve("stdout.log"),
                folder.resolve("stderr.log"),
                folder.resolve("error.json"));
    }

    private static Instant at(int second) {
        return NOON.plusSeconds(second);
    }
}
