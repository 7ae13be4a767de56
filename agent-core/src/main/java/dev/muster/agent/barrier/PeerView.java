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
 * @param refusal why one of us turned the other away, if that came after the last connection
 */
public record PeerView(
        PeerId id,
        Position at,
        Duration arrived,
        Presence presence,
        OptionalLong incarnation,
        Optional<Duration> lastHeard,
        Optional<String> refusal) {
    static PeerView unknown(PeerId id, Duration now) {
        return new PeerView(
                id,
                Position.START,
                now,
                Presence.NEVER_HERE,
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
    }

    PeerView at(Position position, Duration now) {
        return new PeerView(id, position, now, presence, incarnation, lastHeard, refusal);
    }

    PeerView heard(Duration now) {
        return new PeerView(id, at, arrived, presence, incarnation, Optional.of(now), refusal);
    }

    PeerView being(Presence next) {
        return new PeerView(id, at, arrived, next, incarnation, lastHeard, refusal);
    }

    PeerView inLife(long life) {
        return new PeerView(
                id, at, arrived, presence, OptionalLong.of(life), lastHeard, Optional.empty());
    }

    PeerView refused(String because) {
        return new PeerView(
                id, at, arrived, presence, incarnation, lastHeard, Optional.of(because));
    }

    boolean isSilent(Duration limit, Duration now) {
        return lastHeard.isPresent() && now.minus(lastHeard.get()).compareTo(limit) >= 0;
    }

    boolean livedAsOther(long life) {
        return incarnation.isPresent() && incarnation.getAsLong() != life;
    }
}
