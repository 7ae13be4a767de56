package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.time.Instant;

/**
 * Now, by both clocks of a machine.
 *
 * @param wall what the machine believes the time to be; it may be wrong, and may jump
 * @param uptime since some moment in the past; it runs evenly and only forward
 */
public record Moment(Instant wall, Duration uptime) {
    /** When, by {@link #uptime}, the wall clock will read {@code wallTime} if nobody sets it. */
    Duration uptimeAt(Instant wallTime) {
        return uptime.plus(Duration.between(wall, wallTime));
    }
}
