package dev.muster.agent.session;

import java.time.Duration;
import java.time.Instant;

/**
 * Where a replay stands.
 *
 * @param seq of the event that happened last
 * @param time of the recorded run, between its events too
 * @param speed of its time against ours; 0 while it stands still
 * @param first when the recording begins
 * @param last when its last event happened
 */
public record ReplayPosition(long seq, Instant time, double speed, Instant first, Instant last) {
    public boolean isPlaying() {
        return speed > 0;
    }

    /** From the beginning to here, 0 … 1. */
    public double fraction() {
        long whole = Duration.between(first, last).toMillis();
        return whole == 0 ? 1 : (double) Duration.between(first, time).toMillis() / whole;
    }
}
