package dev.muster.store.server;

import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.Value;
import dev.muster.store.wire.ReplyEncoder;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Answers with large values, encoded once for all who ask: what one rank stores for its peers is
 * asked for by each of them. Lives on the loop.
 */
final class LargeReplies {
    private static final int LEAST_BYTES = 8 << 10;
    private static final long MOST_BYTES_IN_ALL = 32 << 20;

    /** A value is never changed, only replaced by another, so itself is what it is known by. */
    private final Map<Value, ByteBuf> encoded = new IdentityHashMap<>();

    private final Deque<Value> oldestFirst = new ArrayDeque<>();
    private long bytesInAll;

    /** Whether it is worth it for an answer of {@code length} bytes. */
    static boolean isLarge(long length) {
        return length >= LEAST_BYTES && length <= MOST_BYTES_IN_ALL;
    }

    /** The bytes of {@code reply}, to be released by whoever gets them. */
    ByteBuf bytesOf(Got reply, ByteBufAllocator allocator) {
        ByteBuf known = encoded.get(reply.value());
        if (known == null) {
            int length = Math.toIntExact(ReplyEncoder.length(reply));
            makeRoomFor(length);
            known = allocator.directBuffer(length);
            ReplyEncoder.write(reply, known);
            encoded.put(reply.value(), known);
            oldestFirst.add(reply.value());
            bytesInAll += length;
        }
        return known.retainedDuplicate();
    }

    /** What is kept. */
    long bytes() {
        return bytesInAll;
    }

    void clear() {
        makeRoomFor(MOST_BYTES_IN_ALL);
    }

    private void makeRoomFor(long length) {
        while (bytesInAll + length > MOST_BYTES_IN_ALL && !oldestFirst.isEmpty()) {
            ByteBuf oldest = encoded.remove(oldestFirst.remove());
            if (oldest == null) throw new IllegalStateException("a reply is queued and not kept");
            bytesInAll -= oldest.readableBytes();
            oldest.release();
        }
    }
}
