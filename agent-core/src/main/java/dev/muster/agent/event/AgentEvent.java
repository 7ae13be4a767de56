package dev.muster.agent.event;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.job.WorkerFiles;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that can happen to a run. {@code because} is always a whole sentence without a final
 * stop, ready to be shown.
 */
public sealed interface AgentEvent
        permits AgentEvent.RunAccepted,
                AgentEvent.StoreOpened,
                AgentEvent.AttemptStarted,
                AgentEvent.WorkerStarted,
                AgentEvent.WorkerExited,
                AgentEvent.WorkerSilent,
                AgentEvent.WorkerHeard,
                AgentEvent.WorkerStuck,
                AgentEvent.TimersWatched,
                AgentEvent.TimerExpired,
                AgentEvent.SaveAsked,
                AgentEvent.StopStarted,
                AgentEvent.ForceStarted,
                AgentEvent.FailuresFound,
                AgentEvent.AttemptEnded,
                AgentEvent.RestartDelayed,
                AgentEvent.CommandTaken,
                AgentEvent.Noticed,
                AgentEvent.RunEnded,
                BarrierEvent,
                RendezvousEvent {
    /** When it happened, by the agent's wall clock. */
    Instant at();

    /** The run exists; nothing has been started. Always the first event of a run. */
    record RunAccepted(Instant at, RunId run, JobSpec spec, String host, long agentPid)
            implements AgentEvent {}

    /** The workers' store listens; it keeps this address until the run ends. */
    record StoreOpened(Instant at, String address, int port) implements AgentEvent {}

    /**
     * The group is about to be started.
     *
     * @param attempt 0, 1, 2 …: counts every start of the group, asked for or not
     * @param restartCount restarts that failures have cost so far, 0 … maxRestarts
     */
    record AttemptStarted(Instant at, int attempt, int restartCount, int worldSize, String because)
            implements AgentEvent {}

    record WorkerStarted(Instant at, Rank rank, LocalRank localRank, long pid, WorkerFiles files)
            implements AgentEvent {}

    record WorkerExited(Instant at, Rank rank, WorkerExit exit) implements AgentEvent {}

    /** A running worker has printed nothing since {@code lastOutput}. */
    record WorkerSilent(Instant at, Rank rank, Instant lastOutput) implements AgentEvent {}

    /** A worker that was silent has printed again. */
    record WorkerHeard(Instant at, Rank rank) implements AgentEvent {}

    /** A worker is in a wait that the system lets nothing end, for {@code lasting} by now. */
    record WorkerStuck(Instant at, Rank rank, Duration lasting) implements AgentEvent {}

    /** From now on until the run ends, workers may ask for timers (spec/elastic-agent §4.7). */
    record TimersWatched(Instant at) implements AgentEvent {}

    /**
     * A process did not leave a scope in the time it had asked for.
     *
     * @param rank the worker that it is, or that started it
     * @param signal what it is ended with; absent where it only wanted that known
     */
    record TimerExpired(
            Instant at,
            Rank rank,
            long pid,
            String scope,
            Instant expiredAt,
            Optional<Signal> signal,
            String because)
            implements AgentEvent {}

    /**
     * Workers have been told to save; they are asked to end when they have, or at {@code until}.
     */
    record SaveAsked(Instant at, Instant until, String because) implements AgentEvent {}

    /** Workers have been asked to end; those still there at {@code forceAt} are killed. */
    record StopStarted(Instant at, Instant forceAt, String because) implements AgentEvent {}

    /** The grace is over, or somebody asked for force: what is left is being killed. */
    record ForceStarted(Instant at, String because) implements AgentEvent {}

    /**
     * Why the attempt failed.
     *
     * @param failures all workers that did not succeed, the culprit first
     */
    record FailuresFound(Instant at, int attempt, List<WorkerFailure> failures)
            implements AgentEvent {
        public FailuresFound {
            failures = List.copyOf(failures);
        }
    }

    /**
     * The last process of the attempt is gone.
     *
     * @param culprit whose failure ended it; absent when it succeeded or was stopped on request
     */
    record AttemptEnded(Instant at, int attempt, Optional<Rank> culprit, String because)
            implements AgentEvent {}

    /** The group is started anew, but not before {@code until}: it ended too soon too often. */
    record RestartDelayed(Instant at, Instant until, String because) implements AgentEvent {}

    /** Somebody asked for something, and what became of it. */
    record CommandTaken(Instant at, String by, String what, boolean accepted, String because)
            implements AgentEvent {}

    /** Worth telling, changes nothing. */
    record Noticed(Instant at, String text) implements AgentEvent {}

    /** Always the last event of a run. {@code exitCode} is what {@code muster run} ends with. */
    record RunEnded(Instant at, Outcome outcome, int exitCode, String because)
            implements AgentEvent {}
}
