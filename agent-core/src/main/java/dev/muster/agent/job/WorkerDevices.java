package dev.muster.agent.job;

import java.util.Optional;

/**
 * Which of the machine's devices each worker gets.
 *
 * @param virtualLocalRank whether every worker sees one GPU only, as device 0, and is told that its
 *     local rank is 0
 */
public record WorkerDevices(boolean virtualLocalRank, Optional<NumaBinding> numa) {
    /** All of them, for every worker. */
    public static final WorkerDevices ALL = new WorkerDevices(false, Optional.empty());
}
