package dev.muster.agent.launch;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StoreAddress;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The environment of one worker: the agent's own, then the spec's additions, then the variables of
 * the rank, each exactly as torchrun gives it (spec/elastic-agent §4.1).
 *
 * @param agentEnvironment what the agent itself was started with
 * @param runId the job's id as workers see it
 */
public record WorkerEnvironment(Map<String, String> agentEnvironment, JobSpec spec, String runId) {

    private static final String OMP = "OMP_NUM_THREADS";
    private static final String NCCL_ERRORS = "TORCH_NCCL_ASYNC_ERROR_HANDLING";

    public WorkerEnvironment {
        agentEnvironment = Map.copyOf(agentEnvironment);
    }

    /** True when the workers get one OpenMP thread each because nobody said otherwise. */
    public boolean limitsOpenMp() {
        return spec.workers() > 1
                && !agentEnvironment.containsKey(OMP)
                && !spec.environment().containsKey(OMP);
    }

    /**
     * Everything that worker finds in its environment.
     *
     * @param place of this node's workers in the job
     * @param store where the workers of the job meet
     */
    public Map<String, String> of(
            LocalRank localRank,
            Placement place,
            StoreAddress store,
            int restartCount,
            Path errorFile) {
        var variables = new HashMap<>(agentEnvironment);
        variables.putAll(spec.environment());
        if (limitsOpenMp()) variables.put(OMP, "1");
        variables.putIfAbsent(NCCL_ERRORS, "1");
        variables.put("LOCAL_RANK", localRank.toString());
        if (spec.devices().virtualLocalRank()) {
            variables.put("LOCAL_RANK", "0");
            variables.put(VisibleGpus.VARIABLE, VisibleGpus.of(variables).only(localRank));
        }
        variables.put("RANK", place.rankOf(localRank).toString());
        variables.put("GROUP_RANK", Integer.toString(place.groupRank()));
        variables.put("ROLE_RANK", place.roleRankOf(localRank).toString());
        variables.put("ROLE_NAME", spec.role());
        variables.put("LOCAL_WORLD_SIZE", Integer.toString(spec.workers()));
        variables.put("WORLD_SIZE", Integer.toString(place.worldSize()));
        variables.put("GROUP_WORLD_SIZE", Integer.toString(place.groupWorldSize()));
        variables.put("ROLE_WORLD_SIZE", Integer.toString(place.roleWorldSize()));
        variables.put("MASTER_ADDR", store.host());
        variables.put("MASTER_PORT", Integer.toString(store.port()));
        variables.put("TORCHELASTIC_RESTART_COUNT", Integer.toString(restartCount));
        variables.put("TORCHELASTIC_MAX_RESTARTS", Integer.toString(spec.maxRestarts()));
        variables.put("TORCHELASTIC_RUN_ID", runId);
        variables.put("TORCHELASTIC_USE_AGENT_STORE", store.ofAgent() ? "True" : "False");
        variables.put("TORCHELASTIC_ERROR_FILE", errorFile.toString());
        variables.put(
                "TORCHELASTIC_SIGNALS_TO_HANDLE",
                spec.stopping().signals().stream()
                        .map(Signal::name)
                        .collect(Collectors.joining(",")));
        return Map.copyOf(variables);
    }
}
