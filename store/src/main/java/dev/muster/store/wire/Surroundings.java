package dev.muster.store.wire;

/**
 * What there is to know of a connection besides its own bytes. Those of dialects A and B cannot
 * always be told apart by themselves (tcpstore §11).
 */
public interface Surroundings {
    /**
     * Whether another open connection from the same address has never sent a byte or watches a key,
     * as the second connection of each client of dialect A does.
     */
    boolean hasSilentSibling();

    /**
     * Runs {@code decide} on the connection's loop after a pause that no client makes between the
     * two halves of one request.
     */
    void afterPause(Runnable decide);
}
