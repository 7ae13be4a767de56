package dev.muster.agent.session;

import dev.muster.agent.event.JobSnapshot;

import java.util.List;

/** All runs of one agent, in the order they were accepted. */
public record AgentSnapshot(String host, List<JobSnapshot> runs) {
    public AgentSnapshot {
        runs = List.copyOf(runs);
    }
}
