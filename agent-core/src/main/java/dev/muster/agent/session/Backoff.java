package dev.muster.agent.session;

import java.time.Duration;

/** How long to wait before the next try: a tenth of a second, and twice as long each time. */
final class Backoff {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private Duration next = FIRST;

    Duration next() {
        Duration now = next;
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        return now;
    }

    /** The last try went well. */
    void reset() {
        next = FIRST;
    }
}
