package dev.muster.agent.telemetry;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;

/** What torch calls parts of a job that has one node, where ours have no rendezvous at all. */
final class TorchNames {
    private TorchNames() {}

    static String runId(JobSnapshot run) {
        return run.spec().rendezvousId().orElse(run.run().value());
    }

    /** With a port of the user's own torchrun takes its static rendezvous (§5.3). */
    static String backend(JobSpec spec) {
        return spec.nodes()
                .map(JobNodes::backend)
                .orElse(spec.masterPort().isPresent() ? "static" : "c10d");
    }
}
