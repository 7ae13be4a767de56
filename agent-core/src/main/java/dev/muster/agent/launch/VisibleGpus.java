package dev.muster.agent.launch;

import dev.muster.agent.job.LocalRank;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The GPUs that {@code CUDA_VISIBLE_DEVICES} leaves to the workers of this node.
 *
 * @param chosen by number or name; absent where the variable is not set, and all are visible
 */
record VisibleGpus(Optional<List<String>> chosen) {
    static final String VARIABLE = "CUDA_VISIBLE_DEVICES";

    static VisibleGpus of(Map<String, String> environment) {
        return new VisibleGpus(
                Optional.ofNullable(environment.get(VARIABLE))
                        .map(text -> List.of(text.split(",", -1))));
    }

    /** Whether there is one for each of so many workers, as far as the variable tells. */
    boolean suffice(int workers) {
        return chosen.isEmpty() || workers <= chosen.get().size();
    }

    /** The variable's value for a worker that is to see its own GPU alone. */
    String only(LocalRank worker) {
        return chosen.map(gpus -> gpus.get(worker.value()).strip()).orElse(worker.toString());
    }
}
