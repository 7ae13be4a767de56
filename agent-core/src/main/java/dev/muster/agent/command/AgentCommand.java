package dev.muster.agent.command;

import dev.muster.agent.job.RunId;

import java.time.Duration;

/**
 * What can be asked of a run. A command names the attempt it was meant for: one that arrives when
 * another attempt is under way is stale and is refused.
 */
public sealed interface AgentCommand {
    RunId run();

    int attempt();

    /** Start the group anew. Costs no restart budget. */
    record Restart(RunId run, int attempt) implements AgentCommand {}

    /** End the run: ask every worker, and force those still there after {@code grace}. */
    record Stop(RunId run, int attempt, Duration grace) implements AgentCommand {}

    /** As {@link Stop}, after every worker was told to save; refused where they cannot be told. */
    record SaveAndStop(RunId run, int attempt, Duration grace) implements AgentCommand {}

    /** End the run of this agent as {@link Stop} does, and let the other nodes of the job go on. */
    record Leave(RunId run, int attempt, Duration grace) implements AgentCommand {}

    /** This agent's workers are done: do not wait for those of the other nodes. */
    record SkipWaiting(RunId run, int attempt) implements AgentCommand {}

    /** End the run now: no grace, or no more of it. */
    record ForceStop(RunId run, int attempt) implements AgentCommand {}
}
