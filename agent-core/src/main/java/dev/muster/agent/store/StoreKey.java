package dev.muster.agent.store;

/**
 * A key of a store.
 *
 * @param name as it crosses the wire, with what cannot be printed replaced
 * @param bytes of its value
 * @param preview what may be shown of the value
 */
public record StoreKey(String name, long bytes, String preview) {
    /** What it is for. */
    public KeyMeaning meaning() {
        return KeyMeaning.of(name);
    }
}
