package dev.muster.store;

/**
 * The time for a call ran out. The store remains usable. A wait is over; anything else that was
 * asked may still be done.
 */
public class StoreTimeout extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreTimeout(String message) {
        super(message);
    }
}
