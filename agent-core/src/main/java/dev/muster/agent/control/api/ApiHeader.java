package dev.muster.agent.control.api;

/** Header fields that mean something to the control API. */
public final class ApiHeader {
    /** Of a command or a launch: what comes twice with the same key is done once. */
    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    /** The number of the last event that the client has; the stream goes on behind it. */
    public static final String LAST_EVENT_ID = "Last-Event-ID";

    /**
     * A trailer behind the bytes of a log that somebody has cut while it was followed, which ends
     * that: how many are left.
     */
    public static final String LOG_CUT = "Muster-Log-Cut";

    /** How many bytes a log had when the answer began. */
    public static final String LOG_SIZE = "Muster-Log-Size";

    /** What the client calls itself; the journal says so beside who it was shown to be. */
    public static final String CLIENT = "Muster-Client";

    private ApiHeader() {}
}
