package dev.muster.store.protocol;

import java.util.Optional;

/** How a server comes to know the dialect of a connection. */
public enum DialectRule {
    /** From what the client sends (tcpstore §11). */
    DETECT,
    /**
     * Likewise, and 7 as the very first request is dialect A's WATCH_KEY, which only C++ programs
     * send, and not dialect B's DELETE_KEY.
     */
    DETECT_WITH_WATCHES,
    ONLY_A,
    ONLY_B,
    ONLY_C;

    /** The dialect that every connection has; empty if that is to be found out. */
    public Optional<Dialect> only() {
        return switch (this) {
            case DETECT, DETECT_WITH_WATCHES -> Optional.empty();
            case ONLY_A -> Optional.of(Dialect.A);
            case ONLY_B -> Optional.of(Dialect.B);
            case ONLY_C -> Optional.of(Dialect.C);
        };
    }
}
