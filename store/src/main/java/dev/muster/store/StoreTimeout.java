package dev.muster.store;

/** The time for a call ran out. The store remains usable unless it has gone silent altogether. */
public final class StoreTimeout extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreTimeout(String message) {
        super(message);
    }
}
