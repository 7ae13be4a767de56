package dev.muster.store;

/** The connection to the store is gone or never came to be; this client is of no further use. */
public final class StoreLost extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreLost(String message) {
        super(message);
    }
}
