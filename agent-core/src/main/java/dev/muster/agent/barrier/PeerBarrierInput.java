package dev.muster.agent.barrier;

import java.time.Duration;

/** What can happen to a participant of a peer barrier. */
public sealed interface PeerBarrierInput {
    /** Our own call of the barrier; {@code timeout} covers everything until it passes. */
    record Enter(Duration timeout) implements PeerBarrierInput {}

    /** Make the next generation; passes when everybody has asked for it. */
    record Reset(Duration timeout) implements PeerBarrierInput {}

    /** End this generation for everybody. */
    record Abort(String because) implements PeerBarrierInput {}

    /** Go for good. */
    record Leave() implements PeerBarrierInput {}

    /** Another can be spoken to; {@code incarnation} differs each time it is started. */
    record Connected(PeerId peer, long incarnation) implements PeerBarrierInput {}

    record Disconnected(PeerId peer) implements PeerBarrierInput {}

    record Received(PeerId peer, PeerMessage message) implements PeerBarrierInput {}

    /** One of us turned the other away; {@code reason} says who, and why. */
    record Refused(PeerId peer, String reason) implements PeerBarrierInput {}

    /** The time asked for has come. */
    record Tick() implements PeerBarrierInput {}
}
