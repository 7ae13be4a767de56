package dev.muster.agent.control.api;

import java.time.Duration;

/** What a client may ask of an agent, and how much of it. */
public final class ApiLimits {
    /** The version of the API that these classes speak. */
    public static final int VERSION = 1;

    /** Of a request's header, first line included. */
    public static final int HEADER_BYTES = 64 << 10;

    /** Of a request's first line. */
    public static final int LINE_BYTES = 8 << 10;

    /** Of a request's body. */
    public static final int BODY_BYTES = 1 << 20;

    /** Of a body that is read before it is known whether the client may ask for that. */
    public static final int SMALL_BODY_BYTES = 4 << 10;

    /** Of a name in a body, and of the key that makes a request unique. */
    public static final int NAME_BYTES = 1024;

    /** Of what a client calls itself. */
    public static final int CLIENT_BYTES = 63;

    /** How many may be connected to one agent. */
    public static final int CONNECTIONS = 512;

    /** A request that is not whole by then is given up. */
    public static final Duration REQUEST = Duration.ofSeconds(10);

    /** A connection on which nothing is asked is closed then. */
    public static final Duration IDLE = Duration.ofMinutes(5);

    /** So often a stream of events says that it is still there. */
    public static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private ApiLimits() {}
}
