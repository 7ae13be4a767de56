package dev.muster.agent.event;

import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.event.AgentEvent.CommandTaken;
import dev.muster.agent.event.AgentEvent.FailuresFound;
import dev.muster.agent.event.AgentEvent.ForceStarted;
import dev.muster.agent.event.AgentEvent.Noticed;
import dev.muster.agent.event.AgentEvent.RestartDelayed;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.RunEnded;
import dev.muster.agent.event.AgentEvent.SaveAsked;
import dev.muster.agent.event.AgentEvent.StopStarted;
import dev.muster.agent.event.AgentEvent.StoreOpened;
import dev.muster.agent.event.AgentEvent.TimerExpired;
import dev.muster.agent.event.AgentEvent.TimersWatched;
import dev.muster.agent.event.AgentEvent.WorkerExited;
import dev.muster.agent.event.AgentEvent.WorkerHeard;
import dev.muster.agent.event.AgentEvent.WorkerSilent;
import dev.muster.agent.event.AgentEvent.WorkerStarted;
import dev.muster.agent.event.AgentEvent.WorkerStuck;
import dev.muster.agent.event.BarrierEvent.BarrierAwaited;
import dev.muster.agent.event.BarrierEvent.BarrierBroken;
import dev.muster.agent.event.BarrierEvent.BarrierPassed;
import dev.muster.agent.event.WorkerCondition.Ended;
import dev.muster.agent.event.WorkerCondition.Expected;
import dev.muster.agent.event.WorkerCondition.Running;
import dev.muster.agent.event.WorkerCondition.Silent;
import dev.muster.agent.event.WorkerCondition.Stopping;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * One run as of event {@code seq}: a fold of its event stream and nothing else.
 *
 * @param spec as it was asked for, but with the numbers of nodes that the job may have by now
 * @param because the latest sentence about what is going on and why
 * @param forceAt when the patience with the present phase is over: in {@link Phase#STOPPING} the
 *     workers are killed then, or stopped while they still save; in {@link Phase#PAUSING} they are
 *     started. Absent where nothing happens by itself
 * @param workers of the current attempt, by rank
 * @param attempts all starts of the group so far, the current one last
 * @param storeAddress {@code host:port} of the workers' store
 * @param barrier where this agent waits for others; absent while it does not
 * @param rendezvous the nodes of the job; absent where this one is alone
 */
public record JobSnapshot(
        long seq,
        RunId run,
        JobSpec spec,
        String host,
        long agentPid,
        Phase phase,
        String because,
        Instant startedAt,
        Optional<Instant> forceAt,
        List<WorkerView> workers,
        List<AttemptView> attempts,
        Optional<String> storeAddress,
        Optional<RendezvousView> rendezvous,
        Optional<BarrierView> barrier,
        Optional<End> end) {

    /** More than a machine has. Events may come from anywhere and claim what they like. */
    private static final int MOST_WORKERS_HERE = 1 << 16;

    /** How and when the run ended. */
    public record End(Instant at, Outcome outcome, int exitCode) {}

    public JobSnapshot {
        workers = List.copyOf(workers);
        attempts = List.copyOf(attempts);
    }

    /**
     * The snapshot after a run's first event.
     *
     * @throws IllegalArgumentException when the stream does not begin with {@link RunAccepted}
     */
    public static JobSnapshot first(NumberedEvent first) {
        if (!(first.event() instanceof RunAccepted(var at, var run, var spec, var host, var pid))) {
            throw new IllegalArgumentException(
                    "first event: %s (expected: RunAccepted)"
                            .formatted(first.event().getClass().getSimpleName()));
        }
        return new JobSnapshot(
                first.seq(),
                run,
                spec,
                host,
                pid,
                Phase.STARTING,
                "the run was accepted; its workers' store comes next",
                at,
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The snapshot after one more event. */
    public JobSnapshot after(NumberedEvent numbered) {
        var next = new Draft(this, numbered.seq());
        switch (numbered.event()) {
            case RunAccepted _ -> throw new IllegalArgumentException("a run is accepted only once");
            case StoreOpened(_, var address, var port) ->
                    next.storeAddress = Optional.of(address + ":" + port);
            case AttemptStarted started -> next.begin(started);
            case WorkerStarted started -> next.started(started);
            case WorkerExited(var at, var rank, var exit) ->
                    next.change(rank, was -> new Ended(exit, since(was, at), at, false));
            case WorkerSilent(_, var rank, var lastOutput) ->
                    next.change(
                            rank,
                            was ->
                                    was instanceof Running(var pid, var since)
                                            ? new Silent(pid, since, lastOutput)
                                            : was);
            case WorkerHeard(_, var rank) ->
                    next.change(
                            rank,
                            was ->
                                    was instanceof Silent(var pid, var since, _)
                                            ? new Running(pid, since)
                                            : was);
            case WorkerStuck(_, var rank, _) ->
                    next.changeAttempt(attempt -> attempt.withStuck(rank));
            case StopStarted(_, var forceAt, var because) ->
                    next.stopping(Optional.of(forceAt), because);
            case ForceStarted(_, var because) -> next.stopping(Optional.empty(), because);
            case FailuresFound(_, _, var failures) ->
                    next.changeAttempt(attempt -> attempt.withFailures(failures));
            case SaveAsked(_, var until, var because) -> {
                next.phase = Phase.STOPPING;
                next.because = because;
                next.forceAt = Optional.of(until);
            }
            case AttemptEnded ended -> next.attemptEnded(ended);
            case RestartDelayed(_, var until, var because) -> {
                next.phase = Phase.PAUSING;
                next.because = because;
                next.forceAt = Optional.of(until);
            }
            case RendezvousEvent between -> next.between(between);
            case BarrierEvent at -> next.at(at);
            case CommandTaken _, Noticed _, TimersWatched _, TimerExpired _ -> {
                // told in the event list; the run itself stands as it stood
            }
            case RunEnded(var at, var outcome, var exitCode, var because) -> {
                next.phase = Phase.ENDED;
                next.because = because;
                next.forceAt = Optional.empty();
                next.barrier = Optional.empty();
                next.end = Optional.of(new End(at, outcome, exitCode));
            }
        }
        return next.snapshot();
    }

    /** The same as an onlooker tells it, who hears of nodes and of no worker. */
    public JobSnapshot seen(Phase from, String why) {
        var next = new Draft(this, seq);
        next.phase = from;
        next.because = why;
        return next.snapshot();
    }

    /** The attempt under way, or the last one; absent before the first. */
    public Optional<AttemptView> attempt() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.getLast());
    }

    /** The number commands must name: the current attempt's, 0 before the first. */
    public int attemptNumber() {
        return attempt().map(AttemptView::attempt).orElse(0);
    }

    /** Restarts that failures have cost so far, 0 … maxRestarts. */
    public int restartCount() {
        return attempt().map(AttemptView::restartCount).orElse(0);
    }

    /** Which worker of this node has, or had last, that rank. */
    public Optional<LocalRank> localRankOf(Rank rank) {
        return workers.stream()
                .filter(worker -> worker.rank().equals(rank))
                .map(WorkerView::localRank)
                .findFirst();
    }

    private static Instant since(WorkerCondition was, Instant otherwise) {
        return switch (was) {
            case Expected _ -> otherwise;
            case Running(_, var since) -> since;
            case Silent(_, var since, _) -> since;
            case Stopping(_, var since) -> since;
            case Ended(_, var since, _, _) -> since;
        };
    }

    /** The next snapshot while it is being put together. */
    private static final class Draft {
        private final JobSnapshot base;
        private final long seq;
        private JobSpec spec;
        private Phase phase;
        private String because;
        private Optional<Instant> forceAt;
        private List<WorkerView> workers;
        private List<AttemptView> attempts;
        private Optional<String> storeAddress;
        private Optional<RendezvousView> rendezvous;
        private Optional<BarrierView> barrier;
        private Optional<End> end;

        Draft(JobSnapshot base, long seq) {
            this.base = base;
            this.seq = seq;
            spec = base.spec;
            phase = base.phase;
            because = base.because;
            forceAt = base.forceAt;
            workers = base.workers;
            attempts = base.attempts;
            storeAddress = base.storeAddress;
            rendezvous = base.rendezvous;
            barrier = base.barrier;
            end = base.end;
        }

        void begin(AttemptStarted started) {
            phase = Phase.STARTING;
            because = started.because();
            forceAt = Optional.empty();
            var place = rendezvous.flatMap(RendezvousView::place);
            int told = place.isPresent() ? base.spec.workers() : started.worldSize();
            int here = Math.min(told, MOST_WORKERS_HERE);
            int firstRank = place.map(RendezvousView.Place::firstRank).orElse(0);
            workers =
                    IntStream.range(0, here)
                            .mapToObj(
                                    worker ->
                                            new WorkerView(
                                                    new Rank(firstRank + worker),
                                                    new LocalRank(worker),
                                                    new Expected()))
                            .toList();
            attempts = new ArrayList<>(attempts);
            attempts.add(AttemptView.of(started));
        }

        void between(RendezvousEvent event) {
            rendezvous = Optional.of(rendezvous.orElse(RendezvousView.NOTHING).after(event));
            switch (event) {
                case RendezvousEvent.RoundSought(_, var why) -> {
                    phase = Phase.GATHERING;
                    because = why;
                    barrier = Optional.empty();
                    forceAt = Optional.empty();
                }
                case RendezvousEvent.NodesSeen(_, _, _, _, var why) when phase == Phase.GATHERING ->
                        because = why;
                case RendezvousEvent.NodesWanted(_, var min, var max, _) ->
                        spec = spec.scaledTo(min, max);
                case RendezvousEvent.RoundJoined joined ->
                        storeAddress = Optional.of(joined.masterAddress());
                default -> {
                    // shown with the nodes
                }
            }
        }

        void at(BarrierEvent event) {
            switch (event) {
                case BarrierAwaited(_, var kind, var since, var attendance, var why) -> {
                    barrier = Optional.of(new BarrierView(kind, since, attendance));
                    if (kind == BarrierKind.EXIT) {
                        phase = Phase.FINISHING;
                        because = why;
                    }
                }
                case BarrierPassed _, BarrierBroken _ -> barrier = Optional.empty();
            }
        }

        void started(WorkerStarted started) {
            change(started.rank(), _ -> new Running(started.pid(), started.at()));
            changeAttempt(attempt -> attempt.withFiles(started.localRank(), started.files()));
            boolean everyoneIsHere =
                    workers.stream().noneMatch(worker -> worker.condition() instanceof Expected);
            if (phase == Phase.STARTING && everyoneIsHere) phase = Phase.RUNNING;
        }

        void stopping(Optional<Instant> until, String why) {
            phase = Phase.STOPPING;
            because = why;
            forceAt = until;
            workers =
                    workers.stream()
                            .map(
                                    worker ->
                                            new WorkerView(
                                                    worker.rank(),
                                                    worker.localRank(),
                                                    asked(worker.condition())))
                            .toList();
        }

        private static WorkerCondition asked(WorkerCondition was) {
            return switch (was) {
                case Running(var pid, var since) -> new Stopping(pid, since);
                case Silent(var pid, var since, _) -> new Stopping(pid, since);
                case Expected _, Stopping _, Ended _ -> was;
            };
        }

        void attemptEnded(AttemptEnded ended) {
            because = ended.because();
            forceAt = Optional.empty();
            ended.culprit()
                    .ifPresent(
                            rank ->
                                    change(
                                            rank,
                                            was ->
                                                    was
                                                                    instanceof
                                                                    Ended(
                                                                            var exit,
                                                                            var since,
                                                                            var until,
                                                                            _)
                                                            ? new Ended(exit, since, until, true)
                                                            : was));
            changeAttempt(attempt -> attempt.after(ended));
        }

        void change(Rank rank, UnaryOperator<WorkerCondition> change) {
            workers =
                    workers.stream()
                            .map(
                                    worker ->
                                            worker.rank().equals(rank)
                                                    ? new WorkerView(
                                                            worker.rank(),
                                                            worker.localRank(),
                                                            change.apply(worker.condition()))
                                                    : worker)
                            .toList();
        }

        private void changeAttempt(UnaryOperator<AttemptView> change) {
            if (attempts.isEmpty()) return;
            attempts = new ArrayList<>(attempts);
            attempts.addLast(change.apply(attempts.removeLast()));
        }

        JobSnapshot snapshot() {
            return new JobSnapshot(
                    seq,
                    base.run,
                    spec,
                    base.host,
                    base.agentPid,
                    phase,
                    because,
                    base.startedAt,
                    forceAt,
                    workers,
                    attempts,
                    storeAddress,
                    rendezvous,
                    barrier,
                    end);
        }
    }
}
