package dev.muster.agent.barrier;

import java.time.Duration;

/** What the driver is to do, in this order. */
public sealed interface PeerBarrierEffect {
    /** Say it to one other, if it is connected; else drop it. */
    record Send(PeerId peer, PeerMessage message) implements PeerBarrierEffect {}

    /** Close the connection to a silent peer, and try again. */
    record Drop(PeerId peer, String because) implements PeerBarrierEffect {}

    /** Come back with a Tick at that uptime. */
    record WakeAt(Duration uptime) implements PeerBarrierEffect {}

    /** Our call is over: everybody was there. */
    record Pass(long generation, long epoch, Duration waited) implements PeerBarrierEffect {}

    /** Our call is over: the generation is broken. */
    record Fail(Breach breach) implements PeerBarrierEffect {}

    /** What was just asked for cannot be had; a call that already waits goes on. */
    record Refuse(String because) implements PeerBarrierEffect {}

    record Tell(BarrierNews news) implements PeerBarrierEffect {}
}
