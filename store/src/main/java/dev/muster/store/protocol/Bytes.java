package dev.muster.store.protocol;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

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

    /** Of a Java array, on every virtual machine. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final byte[] content;
    private final int length;

    /** How much of {@code content} is taken, by whoever is the longest in it. */
    private final @Nullable AtomicInteger taken;

    private Bytes(byte[] content) {
        this(content, content.length, null);
    }

    /** The first {@code length} of {@code content}, with room behind them. */
    private Bytes(byte[] content, int length, @Nullable AtomicInteger taken) {
        this.content = content;
        this.length = length;
        this.taken = taken;
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
        return length;
    }

    public boolean isEmpty() {
        return length == 0;
    }

    /** The byte at {@code index}, counted from 0. */
    public byte at(int index) {
        return content[Objects.checkIndex(index, length)];
    }

    public boolean startsWith(Bytes head) {
        return head.length <= length
                && Arrays.equals(content, 0, head.length, head.content, 0, head.length);
    }

    /**
     * These bytes and then those of {@code tail}. What is made longer again and again is seldom
     * copied: the longest run in an array that has room left grows within it.
     */
    public Bytes followedBy(Bytes tail) {
        int together = Math.addExact(length, tail.length);
        boolean grows =
                taken != null
                        && together <= content.length
                        && taken.compareAndSet(length, together);
        byte[] room = grows ? content : Arrays.copyOf(content, withRoom(together));
        System.arraycopy(tail.content, 0, room, length, tail.length);
        return new Bytes(room, together, grows ? taken : new AtomicInteger(together));
    }

    private int withRoom(int together) {
        return isEmpty() ? together : (int) Math.min(together + (long) (together >> 2), MOST);
    }

    /** A copy of the content. */
    public byte[] toByteArray() {
        return Arrays.copyOf(content, length);
    }

    /** The content without a copy, read-only. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(content, 0, length).slice().asReadOnlyBuffer();
    }

    /** The content read as UTF-8, with replacement characters where it is none. */
    public String toText() {
        return new String(content, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(content, 0, length, other.content, 0, other.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes
                && Arrays.equals(content, 0, length, bytes.content, 0, bytes.length);
    }

    @Override
    public int hashCode() {
        long hash = HASH_SEED;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            hash = mixed(hash, (long) LONGS.get(content, at));
        }
        for (; at < length; at++) hash = mixed(hash, content[at]);
        return (int) hash;
    }

    private static long mixed(long hash, long more) {
        long product = (hash ^ more) * HASH_FACTOR;
        return product ^ (product >>> Integer.SIZE);
    }

    /** The length alone: contents may be secrets and do not belong into a log. */
    @Override
    public String toString() {
        return length + " bytes";
    }
}
