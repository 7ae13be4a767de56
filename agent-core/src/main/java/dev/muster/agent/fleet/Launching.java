package dev.muster.agent.fleet;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;

import java.util.concurrent.CompletionStage;

/** Decides in which place of a fleet a run is started, and starts it there. */
@FunctionalInterface
public interface Launching {
    /** As {@link dev.muster.agent.session.AgentSession#launch}. */
    CompletionStage<RunId> launch(JobSpec spec);
}
