package dev.muster.store.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * An immutable run of bytes that compares by content.
 *
 * <p>Ordered as unsigned bytes, so that a hash map of names that all collide stays a tree and not a
 * list: names come from the network.
 */
public final class Bytes implements Comparable<Bytes> {
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    /** Of each run its own, for who knows them can make up names that all collide. */
    private static final long HASH_SEED;

    private static final long HASH_FACTOR;

    static {
        var random = new SplittableRandom(); // a secure one would take longer than all the rest
        HASH_SEED = random.nextLong();
        HASH_FACTOR = random.nextLong() | 1;
    }

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** A copy of {@code content}. */
    public static Bytes copyOf(byte[] content) {
        return adopt(content.clone());
    }

    /** {@code content} itself: whoever hands it over must not change it any more. */
    public static Bytes adopt(byte[] content) {
        return content.length == 0 ? EMPTY : new Bytes(content);
    }

    /** The UTF-8 bytes of {@code text}. */
    public static Bytes utf8(String text) {
        return adopt(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return content.length;
    }

    public boolean isEmpty() {
        return content.length == 0;
    }

    /** The byte at {@code index}, counted from 0. */
    public byte at(int index) {
        return content[index];
    }

    public boolean startsWith(Bytes head) {
        int length = head.content.length;
        return length <= content.length
                && Arrays.equals(content, 0, length, head.content, 0, length);
    }

    /** These bytes and then those of {@code tail}. */
    public Bytes followedBy(Bytes tail) {
        byte[] both = Arrays.copyOf(content, Math.addExact(content.length, tail.content.length));
        System.arraycopy(tail.content, 0, both, content.length, tail.content.length);
        return adopt(both);
    }

    /** A copy of the content. */
    public byte[] toByteArray() {
        return content.clone();
    }

    /** The content without a copy, read-only. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    /** The content read as UTF-8, with replacement characters where it is none. */
    public String toText() {
        return new String(content, StandardCharsets.UTF_8);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(content, other.content);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        long hash = HASH_SEED;
        int at = 0;
        for (; at + Long.BYTES <= content.length; at += Long.BYTES) {
            hash = mixed(hash, (long) LONGS.get(content, at));
        }
        for (; at < content.length; at++) hash = mixed(hash, content[at]);
        return (int) hash;
    }

    private static long mixed(long hash, long more) {
        long product = (hash ^ more) * HASH_FACTOR;
        return product ^ (product >>> Integer.SIZE);
    }

    /** The length alone: contents may be secrets and do not belong into a log. */
    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
