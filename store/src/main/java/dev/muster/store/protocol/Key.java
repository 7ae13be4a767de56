package dev.muster.store.protocol;

/**
 * A name in the store, exactly as it crosses the wire: any bytes, seldom empty.
 *
 * <p>What a PyTorch script calls {@code k} is {@code /k} here ({@link #of}); only the counter of
 * joining processes, {@code init/}, has no slash in front.
 */
public record Key(Bytes name) implements Comparable<Key> {
    /** The key that a PyTorch script calls {@code name}. */
    public static Key of(String name) {
        return raw("/" + name);
    }

    /** The key whose bytes on the wire are {@code name} in UTF-8. */
    public static Key raw(String name) {
        return new Key(Bytes.utf8(name));
    }

    @Override
    public int compareTo(Key other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name.toText();
    }
}
