package dev.muster.agent.supervise;

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

    /** Nothing that carries the attempt's marker is left; {@code ended} processes had to go. */
    record Swept(int ended) implements GroupInput {}

    /** Time has passed; the group may have been waiting for it. */
    record Tick() implements GroupInput {}

    /** Start anew, at no cost to the budget. */
    record AskRestart(String by) implements GroupInput {}

    /**
     * End for good.
     *
     * @param exitCode what the run shall end with
     */
    record AskStop(String by, Signal signal, Duration grace, int exitCode) implements GroupInput {}

    /** End for good and now. */
    record AskForce(String by, int exitCode) implements GroupInput {}
}
