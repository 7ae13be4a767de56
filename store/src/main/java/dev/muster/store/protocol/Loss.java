package dev.muster.store.protocol;

/**
 * Why there is no talking with a store, told apart as far as a client can (tcpstore §13). In the
 * order of how far it came.
 */
public enum Loss {
    /** Its name has no address. */
    UNRESOLVED,
    /** Nothing answers at its address, not even with a refusal. */
    UNREACHABLE,
    /** The machine answers, and nobody listens on that port. */
    REFUSED,
    /** Somebody accepts connections and says nothing. */
    SILENT,
    /** Somebody answers, or hangs up on being greeted, who is no store of PyTorch 2.2 or later. */
    WRONG_SERVICE,
    /** It was a store, and then the connection ended. */
    BROKEN,
    /** This client was closed on this side. */
    CLOSED
}
