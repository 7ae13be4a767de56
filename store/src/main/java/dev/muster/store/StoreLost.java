package dev.muster.store;

import dev.muster.store.protocol.Loss;

/** The connection to the store is gone or never came to be; this client is of no further use. */
public final class StoreLost extends StoreException {
    private static final long serialVersionUID = 1L;

    private final Loss loss;

    public StoreLost(Loss loss, String message) {
        super(message);
        this.loss = loss;
    }

    /** What kind of loss it is; the message says it in words. */
    public Loss loss() {
        return loss;
    }
}
