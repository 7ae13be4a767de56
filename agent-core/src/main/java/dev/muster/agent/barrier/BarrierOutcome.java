package dev.muster.agent.barrier;

import java.time.Duration;

/** What became of a call. */
public sealed interface BarrierOutcome {
    /** Everybody entered this epoch, and everybody knows. Epoch 0 is that of a reset. */
    record Passed(long generation, long epoch, Duration waited) implements BarrierOutcome {}

    /** The generation is over; the same for everybody, as far as the cause has reached them. */
    record Broken(Breach breach) implements BarrierOutcome {}

    /** It was not to be had, and nothing changed: another call of ours waits, or we are closed. */
    record Refused(String because) implements BarrierOutcome {}
}
