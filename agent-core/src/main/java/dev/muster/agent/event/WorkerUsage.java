package dev.muster.agent.event;

import java.util.Optional;

/**
 * What a worker and everything it started use of this machine.
 *
 * @param cores processor time per time: 1 is one core, busy all of the time
 * @param residentBytes memory in use; what processes share counts for each of them
 * @param readBytesPerSecond from storage, not from its caches
 * @param writtenBytesPerSecond to storage
 * @param gpu absent where no tool tells of GPUs, or the worker uses none
 */
public record WorkerUsage(
        double cores,
        long residentBytes,
        double readBytesPerSecond,
        double writtenBytesPerSecond,
        int threads,
        int processes,
        Optional<GpuUsage> gpu) {}
