package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What the driver is to do, in this order. */
public sealed interface GroupEffect {
    /**
     * Start every worker of the attempt, one at a time as long as the group runs; say Unstarted of
     * the others. A worker that cannot be started counts as exited.
     */
    record StartGroup(int attempt, int restartCount, String because) implements GroupEffect {}

    /** Tell the world how a worker ended. */
    record TellExit(LocalRank localRank, WorkerExit exit) implements GroupEffect {}

    /** Send the signal to every worker that is alive, and to its process group. */
    record AskAll(Signal signal, Instant forceAt, String because) implements GroupEffect {}

    /** Send the signal to every worker that is alive, and listen for who says that it has saved. */
    record AskToSave(Signal signal, Instant until, String because) implements GroupEffect {}

    /** Send the signal to that worker, and to nothing that it started. */
    record SignalOne(LocalRank localRank, Signal signal) implements GroupEffect {}

    /** Tell the world that the next start has time. */
    record TellPause(Instant until, String because) implements GroupEffect {}

    /** Name those workers, which are still there after SIGKILL. */
    record TellStuck(Set<LocalRank> alive) implements GroupEffect {}

    /** Tell the world of a worker that is in a wait which nothing can end. */
    record TellWait(LocalRank localRank, Duration lasting) implements GroupEffect {}

    /** Kill every process of the attempt. */
    record KillAll(String because) implements GroupEffect {}

    /** End what the workers left behind: ask now, kill at {@code forceAt}; then say Swept. */
    record Sweep(Instant forceAt) implements GroupEffect {}

    /** Come back with a Tick at that time. */
    record WakeAt(Instant when) implements GroupEffect {}

    /**
     * Agree with the other nodes on a round; then say RoundReady, or NoRound.
     *
     * @param restartCount how many restarts this node has used by the attempt to come
     */
    record Meet(int restartCount, String because) implements GroupEffect {}

    /**
     * Tell the other nodes that this one's workers end. When {@code inDoubt}, find out as well
     * whether that is the doing of another node; then say NobodyLost, or what is to be done.
     */
    record TellEnding(boolean inDoubt) implements GroupEffect {}

    /** Wait until the workers of the other nodes are done too; then say OthersDone. */
    record AwaitOthers() implements GroupEffect {}

    /** Give up whatever is under way with the other nodes, and tell them; then say Parted. */
    record Part(Group.Then.End end) implements GroupEffect {}

    /** Tell the world that the attempt is gone. */
    record EndAttempt(int attempt, Optional<LocalRank> culprit, String because)
            implements GroupEffect {}

    /** Close the run. */
    record Finish(Outcome outcome, int exitCode, String because) implements GroupEffect {}
}
