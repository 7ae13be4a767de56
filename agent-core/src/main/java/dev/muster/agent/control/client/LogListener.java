package dev.muster.agent.control.client;

import java.nio.ByteBuffer;

/** Hears the bytes of a log as they come. On the client's thread. */
public interface LogListener {
    /** The agent has agreed; the log has {@code size} bytes by now. */
    void opened(long size);

    /** The next bytes, lent for this call only. */
    void came(ByteBuffer piece);

    /** Nothing more will come of this log. */
    void ended();

    /** The stream broke; nothing more is heard of it. */
    void failed(ControlFailure why);
}
