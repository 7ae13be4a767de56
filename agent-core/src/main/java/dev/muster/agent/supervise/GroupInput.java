package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;

import java.time.Duration;

/** What can happen to a group. */
public sealed interface GroupInput {
    /** Start for the first time. */
    record Begin() implements GroupInput {}

    /** A worker is gone, as the operating system tells it: never {@code byAgent}. */
    record Exited(LocalRank localRank, WorkerExit exit) implements GroupInput {}

    /** Nothing of the attempt is left that can be ended; {@code ended} processes had to go. */
    record Swept(int ended) implements GroupInput {}

    /**
     * It turned out whose failure ended the attempt.
     *
     * @param what what happened to it and why, as the end of a sentence that starts with the rank
     */
    record Blamed(LocalRank culprit, WorkerExit exit, String what) implements GroupInput {}

    /** A worker says that it has saved. */
    record Saved(LocalRank localRank) implements GroupInput {}

    /** A worker of the attempt was not started, because the group was stopping by then. */
    record Unstarted(LocalRank localRank) implements GroupInput {}

    /** A worker has been in an uninterruptible wait for as long as it may be. */
    record Stuck(LocalRank localRank, Duration lasting) implements GroupInput {}

    /** Time has passed; the group may have been waiting for it. */
    record Tick() implements GroupInput {}

    /** Start anew, at no cost to the budget. */
    record AskRestart(String by) implements GroupInput {}

    /**
     * End for good.
     *
     * @param saving whether the workers are told to save first, if they can be
     * @param exitCode what the run shall end with
     */
    record AskStop(
            String by,
            Signal signal,
            Duration grace,
            boolean saving,
            int exitCode,
            Farewell farewell)
            implements GroupInput {
        /** A stop at once. */
        public AskStop(String by, Signal signal, Duration grace, int exitCode, Farewell farewell) {
            this(by, signal, grace, false, exitCode, farewell);
        }

        Group.Then.End end() {
            return stopped(by, exitCode, farewell);
        }
    }

    /** End for good and now. */
    record AskForce(String by, int exitCode, Farewell farewell) implements GroupInput {
        Group.Then.End end() {
            return stopped(by, exitCode, farewell);
        }
    }

    /** Send that worker a signal. */
    record AskSignal(String by, LocalRank localRank, Signal signal) implements GroupInput {}

    /** A round of nodes is complete with us in it, and every worker's rank is known. */
    record RoundReady() implements GroupInput {}

    /** There will be no round for us. */
    record NoRound(Outcome outcome, int exitCode, String because) implements GroupInput {}

    /** The nodes of the job must meet anew: somebody came, or is gone. Costs no budget. */
    record NewRound(String because) implements GroupInput {}

    /** The failure in doubt is no other node's doing. */
    record NobodyLost() implements GroupInput {}

    /** Another node, or the policy about lost ones, ended the job. */
    record JobOver(Outcome outcome, int exitCode, String because, Farewell farewell)
            implements GroupInput {
        Group.Then.End end() {
            return new Group.Then.End(outcome, exitCode, because, farewell);
        }
    }

    /** Every node's workers are done, or the others are not waited for any longer. */
    record OthersDone(String because) implements GroupInput {}

    /** Somebody does not want us to wait for the other nodes. */
    record SkipOthers(String by) implements GroupInput {}

    /** The other nodes know that we go, as far as they could be told. */
    record Parted() implements GroupInput {}

    private static Group.Then.End stopped(String by, int exitCode, Farewell farewell) {
        return new Group.Then.End(Outcome.STOPPED, exitCode, "stopped by " + by, farewell);
    }
}
