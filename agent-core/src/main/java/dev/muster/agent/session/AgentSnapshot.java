package dev.muster.agent.session;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.RunId;

import java.util.List;
import java.util.Map;

/**
 * All runs of one agent, in the order they were accepted.
 *
 * @param host what the agent's machine calls itself; empty before that was heard
 * @param usage what the workers of those that run use, as far as it was measured
 * @param connection whether this is how it stands now
 */
public record AgentSnapshot(
        String host, List<JobSnapshot> runs, Map<RunId, RunUsage> usage, Connection connection) {
    public AgentSnapshot {
        runs = List.copyOf(runs);
        usage = Map.copyOf(usage);
    }

    /** Of an agent that cannot be lost. */
    public AgentSnapshot(String host, List<JobSnapshot> runs, Map<RunId, RunUsage> usage) {
        this(host, runs, usage, new Connection.Connected());
    }

    /** Of runs that nobody measured. */
    public AgentSnapshot(String host, List<JobSnapshot> runs) {
        this(host, runs, Map.of());
    }
}
