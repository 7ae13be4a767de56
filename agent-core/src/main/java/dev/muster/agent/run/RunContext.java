package dev.muster.agent.run;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerInput;
import dev.muster.agent.loop.Timers;
import dev.muster.agent.output.FileGrowth;
import dev.muster.agent.supervise.process.Cgroups;
import dev.muster.agent.supervise.process.Marker;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * What a run needs of its agent.
 *
 * @param host what this machine calls itself
 * @param environment what the agent was started with
 * @param marker of everything this agent starts
 * @param cgroups where a run may have one of its own
 * @param workerInput says who opened the agent, not what a job asks for
 */
public record RunContext(
        MusterHome home,
        String host,
        Map<String, String> environment,
        Marker marker,
        Cgroups cgroups,
        WorkerInput workerInput,
        Executor agentThread,
        Timers timers,
        InstantSource clock,
        RandomGenerator random,
        FileGrowth growth,
        Listener listener) {

    /** Told after each event of each run. */
    public interface Listener {
        void happened(NumberedEvent event, JobSnapshot now);

        /** Its workers were measured; that is no event, and is not journaled. */
        default void measured(RunId run, RunUsage usage) {
            // for whoever shows it
        }
    }

    public RunContext {
        environment = Map.copyOf(environment);
    }
}
