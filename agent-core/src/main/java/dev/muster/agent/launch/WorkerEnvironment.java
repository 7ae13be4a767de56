package dev.muster.agent.launch;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The environment of one worker of a one-node job: the agent's own, then the spec's additions, then
 * the variables of the rank, each exactly as torchrun gives it (spec/elastic-agent §4.1).
 *
 * @param agentEnvironment what the agent itself was started with
 * @param runId the job's id as workers see it
 */
public record WorkerEnvironment(
        Map<String, String> agentEnvironment,
        JobSpec spec,
        String runId,
        String masterAddress,
        int masterPort) {

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

    /** Everything that worker finds in its environment. */
    public Map<String, String> of(LocalRank localRank, int restartCount, Path errorFile) {
        var variables = new HashMap<>(agentEnvironment);
        variables.putAll(spec.environment());
        if (limitsOpenMp()) variables.put(OMP, "1");
        variables.putIfAbsent(NCCL_ERRORS, "1");
        String rank = localRank.toString();
        String world = Integer.toString(spec.workers());
        variables.put("LOCAL_RANK", rank);
        variables.put("RANK", rank);
        variables.put("GROUP_RANK", "0");
        variables.put("ROLE_RANK", rank);
        variables.put("ROLE_NAME", spec.role());
        variables.put("LOCAL_WORLD_SIZE", world);
        variables.put("WORLD_SIZE", world);
        variables.put("GROUP_WORLD_SIZE", "1");
        variables.put("ROLE_WORLD_SIZE", world);
        variables.put("MASTER_ADDR", masterAddress);
        variables.put("MASTER_PORT", Integer.toString(masterPort));
        variables.put("TORCHELASTIC_RESTART_COUNT", Integer.toString(restartCount));
        variables.put("TORCHELASTIC_MAX_RESTARTS", Integer.toString(spec.maxRestarts()));
        variables.put("TORCHELASTIC_RUN_ID", runId);
        variables.put("TORCHELASTIC_USE_AGENT_STORE", "True");
        variables.put("TORCHELASTIC_ERROR_FILE", errorFile.toString());
        variables.put("TORCHELASTIC_SIGNALS_TO_HANDLE", "SIGTERM,SIGINT,SIGHUP,SIGQUIT");
        return Map.copyOf(variables);
    }
}
