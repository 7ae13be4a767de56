package dev.muster.store.protocol;

/** What the store keeps under a key. It prints as its length only: values may be secrets. */
public record Value(Bytes content) {
    public static final Value EMPTY = new Value(Bytes.EMPTY);

    /** The value whose bytes are {@code text} in UTF-8. */
    public static Value of(String text) {
        return new Value(Bytes.utf8(text));
    }

    /** The content read as UTF-8, with replacement characters where it is none. */
    public String toText() {
        return content.toText();
    }

    public boolean isEmpty() {
        return content.isEmpty();
    }

    @Override
    public String toString() {
        return content.toString();
    }
}
