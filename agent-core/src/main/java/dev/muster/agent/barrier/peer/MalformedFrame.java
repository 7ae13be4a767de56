package dev.muster.agent.barrier.peer;

import java.io.IOException;

/** What came is not what the wire allows; the connection cannot be used any more. */
final class MalformedFrame extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedFrame(String message) {
        super(message);
    }
}
