package dev.muster.agent.barrier;

/** Whether another participant can be spoken to. */
public enum Presence {
    /** Not since we began. */
    NEVER_HERE,
    HERE,
    /** The connection is lost, not long ago; it is being tried again. */
    UNREACHABLE,
    /** No sign of life for longer than the limit; it is still being tried. */
    DEPARTED,
    /** It said that it goes for good. */
    LEFT
}
