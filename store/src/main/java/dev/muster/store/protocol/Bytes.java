package dev.muster.store.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** An immutable run of bytes that compares by content. */
public final class Bytes {
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** A copy of {@code content}. */
    public static Bytes copyOf(byte[] content) {
        return content.length == 0 ? EMPTY : new Bytes(content.clone());
    }

    /** The UTF-8 bytes of {@code text}. */
    public static Bytes utf8(String text) {
        return copyOf(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return content.length;
    }

    /** A copy of the content. */
    public byte[] toByteArray() {
        return content.clone();
    }

    /** The content read as UTF-8, with replacement characters where it is none. */
    public String toText() {
        return new String(content, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /** Length and the first bytes: values may hold secrets and do not belong into a log. */
    @Override
    public String toString() {
        int shown = Math.min(content.length, 8);
        return "%d bytes %s%s"
                .formatted(
                        content.length,
                        HexFormat.of().formatHex(content, 0, shown),
                        shown < content.length ? "…" : "");
    }
}
