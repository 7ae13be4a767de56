package dev.muster.agent.barrier;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one participant knows of another. Times are uptimes of the one that looks.
 *
 * @param at the furthest it is known to have come
 * @param arrived when we learned of that
 * @param incarnation which of its lives we last spoke to
 * @param lastHeard its last sign of life
 */
public record PeerView(
        PeerId id,
        Position at,
        Duration arrived,
        Presence presence,
        OptionalLong incarnation,
        Optional<Duration> lastHeard) {
    static PeerView unknown(PeerId id, Duration now) {
        return new PeerView(
                id,
                Position.START,
                now,
                Presence.NEVER_HERE,
                OptionalLong.empty(),
                Optional.empty());
    }

    PeerView at(Position position, Duration now) {
        return new PeerView(id, position, now, presence, incarnation, lastHeard);
    }

    PeerView heard(Duration now) {
        return new PeerView(id, at, arrived, presence, incarnation, Optional.of(now));
    }

    PeerView being(Presence next) {
        return new PeerView(id, at, arrived, next, incarnation, lastHeard);
    }

    PeerView inLife(long life) {
        return new PeerView(id, at, arrived, presence, OptionalLong.of(life), lastHeard);
    }

    boolean isSilent(Duration limit, Duration now) {
        return lastHeard.isPresent() && now.minus(lastHeard.get()).compareTo(limit) >= 0;
    }

    boolean livedAsOther(long life) {
        return incarnation.isPresent() && incarnation.getAsLong() != life;
    }
}
