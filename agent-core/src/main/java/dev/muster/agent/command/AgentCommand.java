package dev.muster.agent.command;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;

import java.time.Duration;

/** What can be asked of a run, in the attempt and round at which it is aimed. */
public sealed interface AgentCommand {
    Aim aim();

    default RunId run() {
        return aim().run();
    }

    /** Start the group anew. Costs no restart budget. */
    record Restart(Aim aim) implements AgentCommand {}

    /** End the run: ask every worker, and force those still there after {@code grace}. */
    record Stop(Aim aim, Duration grace) implements AgentCommand {}

    /** As {@link Stop}, after every worker was told to save; refused where they cannot be told. */
    record SaveAndStop(Aim aim, Duration grace) implements AgentCommand {}

    /** End the run of this agent as {@link Stop} does, and let the other nodes of the job go on. */
    record Leave(Aim aim, Duration grace) implements AgentCommand {}

    /** This agent's workers are done: do not wait for those of the other nodes. */
    record SkipWaiting(Aim aim) implements AgentCommand {}

    /** End the run now: no grace, or no more of it. */
    record ForceStop(Aim aim) implements AgentCommand {}

    /**
     * Let the job have {@code min} to {@code max} nodes from now on. Every agent of the job is
     * told; refused where one of them would not understand.
     */
    record Scale(Aim aim, int min, int max) implements AgentCommand {
        public Scale {
            if (min < 1 || max < min) {
                throw new IllegalArgumentException(
                        "nodes: %d:%d (expected: 1 <= min <= max)".formatted(min, max));
            }
        }
    }

    /** Send one worker a signal, and nothing that it started. What it does then is its own. */
    record SignalWorker(Aim aim, LocalRank localRank, Signal signal) implements AgentCommand {}
}
