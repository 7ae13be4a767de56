package dev.muster.agent.barrier;

import java.time.Duration;
import java.util.Optional;

/**
 * What happens at a barrier, while it happens. {@code because} is a whole sentence without a final
 * stop, ready to be shown.
 */
public sealed interface BarrierNews {
    String because();

    /** Somebody came, ourselves included; told each time the list changes. */
    record Waiting(RollCall roll, String because) implements BarrierNews {}

    /** Everybody was there, and everybody knows. */
    record Passed(long generation, long epoch, Duration waited, String because)
            implements BarrierNews {}

    /** The generation cannot go on; everything asked of it fails until the group is reset. */
    record Broken(Breach breach, String because) implements BarrierNews {}

    /** Another participant can be spoken to, for the first time or again. */
    record Connected(PeerId peer, String because) implements BarrierNews {}

    /** The connection to another is lost; it is being tried again. */
    record Unreachable(PeerId peer, Optional<Duration> lastHeard, String because)
            implements BarrierNews {}

    /** Another has given no sign of life for longer than the limit. */
    record Departed(PeerId peer, Optional<Duration> lastHeard, String because)
            implements BarrierNews {}

    /** Another has gone for good. */
    record Left(PeerId peer, String because) implements BarrierNews {}

    /**
     * Somebody who wanted to be a participant was turned away, or we were.
     *
     * @param peer who it is or claims to be, if that is one of the others
     * @param reason the part of the sentence that says why
     */
    record Refused(Optional<PeerId> peer, String reason, String because) implements BarrierNews {}
}
