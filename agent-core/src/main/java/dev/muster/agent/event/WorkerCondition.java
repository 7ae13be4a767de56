package dev.muster.agent.event;

import dev.muster.agent.job.WorkerExit;

import java.time.Instant;

/** What one worker is doing, as of the snapshot. */
public sealed interface WorkerCondition {
    /** Its attempt has begun; it has not been started yet. */
    record Expected() implements WorkerCondition {}

    record Running(long pid, Instant since) implements WorkerCondition {}

    /** Running, but quiet since {@code lastOutput}. */
    record Silent(long pid, Instant since, Instant lastOutput) implements WorkerCondition {}

    /** Asked to end; forced when the snapshot's {@code forceAt} comes. */
    record Stopping(long pid, Instant since) implements WorkerCondition {}

    /**
     * Gone.
     *
     * @param culprit true when its failure is what ended the attempt, and not somebody else's
     */
    record Ended(WorkerExit exit, Instant since, Instant until, boolean culprit)
            implements WorkerCondition {}
}
