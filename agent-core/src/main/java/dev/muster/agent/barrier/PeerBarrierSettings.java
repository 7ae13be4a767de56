package dev.muster.agent.barrier;

import java.time.Duration;

/**
 * How a participant watches over the others.
 *
 * @param heartbeat how often it says again where it stands
 * @param silenceLimit how long another may give no sign of life before it counts as departed;
 *     noticed at the next heartbeat
 */
public record PeerBarrierSettings(
        Duration heartbeat, Duration silenceLimit, OnDeparture onDeparture) {
    public static final PeerBarrierSettings DEFAULT =
            new PeerBarrierSettings(Duration.ofSeconds(1), Duration.ofSeconds(5), OnDeparture.WAIT);

    /** What a departure means for those who wait. */
    public enum OnDeparture {
        /** The departed may come back before the deadline. */
        WAIT,
        /** Nobody waits for the departed. */
        BREAK
    }

    public PeerBarrierSettings {
        if (!heartbeat.isPositive() || silenceLimit.compareTo(heartbeat.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException(
                    "heartbeat: %s, silence limit: %s (expected: positive, and at least two heartbeats)"
                            .formatted(heartbeat, silenceLimit));
        }
    }
}
