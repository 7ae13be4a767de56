package dev.muster.agent.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The last heartbeat of one node, as an onlooker knows it. How old it is by the node's own clock
 * does not count: only that it changes does.
 *
 * @param value as the node wrote it
 * @param heardAt when it was seen to change, by our wall clock; empty until it was
 * @param silence for how long we have looked since then and seen the same
 */
record SeenBeat(Instant value, Optional<Instant> heardAt, Duration silence) {
    static SeenBeat first(Instant value) {
        return new SeenBeat(value, Optional.empty(), Duration.ZERO);
    }

    /** After looking {@code watched} longer and finding {@code there}. */
    SeenBeat found(Instant there, Duration watched, Instant now) {
        return there.equals(value)
                ? silentFor(watched)
                : new SeenBeat(there, Optional.of(now), Duration.ZERO);
    }

    SeenBeat silentFor(Duration watched) {
        return new SeenBeat(value, heardAt, silence.plus(watched));
    }
}
