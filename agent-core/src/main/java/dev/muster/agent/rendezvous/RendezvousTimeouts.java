package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How long a dynamic rendezvous waits (elastic-agent §2.3).
 *
 * @param join for a round to become complete
 * @param lastCall for more nodes, once enough are here
 * @param close for the run id to be closed
 * @param heartbeat for one sign of life to be written
 */
public record RendezvousTimeouts(
        Duration join, Duration lastCall, Duration close, Duration heartbeat) {
    public static final RendezvousTimeouts DEFAULT =
            new RendezvousTimeouts(
                    Duration.ofSeconds(600),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(5));

    public RendezvousTimeouts {
        checkPositive("join", join);
        checkPositive("last_call", lastCall);
        checkPositive("close", close);
        checkPositive("heartbeat", heartbeat);
    }

    /** Of {@code join_timeout}, {@code last_call_timeout} and so on, in whole seconds. */
    public static RendezvousTimeouts from(RendezvousConfig config) {
        return new RendezvousTimeouts(
                seconds(config, "join_timeout", DEFAULT.join),
                seconds(config, "last_call_timeout", DEFAULT.lastCall),
                seconds(config, "close_timeout", DEFAULT.close),
                seconds(config, "heartbeat_timeout", DEFAULT.heartbeat));
    }

    static Duration seconds(RendezvousConfig config, String key, Duration otherwise) {
        OptionalLong seconds = config.getAsInt(key);
        return seconds.isPresent() ? Duration.ofSeconds(seconds.getAsLong()) : otherwise;
    }

    private static void checkPositive(String name, Duration timeout) {
        if (timeout.isPositive()) return;
        throw new IllegalArgumentException(
                "The %s timeout (%s) must be positive.".formatted(name, asPython(timeout)));
    }

    /** A Python timedelta as text: {@code 0:00:00}, {@code -1 day, 23:59:55}. */
    private static String asPython(Duration timeout) {
        long day = Duration.ofDays(1).toSeconds();
        long days = Math.floorDiv(timeout.toSeconds(), day);
        long rest = Math.floorMod(timeout.toSeconds(), day);
        String clock = "%d:%02d:%02d".formatted(rest / 3600, rest / 60 % 60, rest % 60);
        if (days == 0) return clock;
        return "%d %s, %s".formatted(days, Math.abs(days) == 1 ? "day" : "days", clock);
    }
}
