package dev.muster.agent.barrier;

import java.time.Duration;

/**
 * How a participant watches over the others.
 *
 * @param heartbeat how often it says again where it stands
 * @param silenceLimit how long another may give no sign of life before it counts as departed;
 *     noticed at the next heartbeat
 * @param uses how often the group meets; the same for all participants
 */
public record PeerBarrierSettings(
        Duration heartbeat, Duration silenceLimit, OnDeparture onDeparture, Uses uses) {
    public static final PeerBarrierSettings DEFAULT =
            new PeerBarrierSettings(
                    Duration.ofSeconds(1), Duration.ofSeconds(5), OnDeparture.WAIT, Uses.MANY);

    /** What a departure means for those who wait. */
    public enum OnDeparture {
        /** The departed may come back before the deadline. */
        WAIT,
        /** Nobody waits for the departed. */
        BREAK
    }

    /** What it means that a participant was started anew. */
    public enum Uses {
        /** It has lost count of the epochs, so the group needs a reset. */
        MANY,
        /** It does what its last life came for, and takes its place until all are here. */
        ONE
    }

    public PeerBarrierSettings {
        if (!heartbeat.isPositive() || silenceLimit.compareTo(heartbeat.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException(
                    "heartbeat: %s, silence limit: %s (expected: positive, and at least two heartbeats)"
                            .formatted(heartbeat, silenceLimit));
        }
    }
}
