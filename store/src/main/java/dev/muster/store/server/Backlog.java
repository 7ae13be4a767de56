package dev.muster.store.server;

import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.Value;
import dev.muster.store.wire.ReplyEncoder;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Answers for one client that are not bytes yet, because they are many or stand behind such. Their
 * values are those of the keyspace and no copies. Lives on the loop.
 */
final class Backlog {
    /** What becomes bytes at once: others wait for it some ten microseconds. */
    static final int PIECE = 64 << 10;

    private final Deque<StoreReply> replies = new ArrayDeque<>();
    private long bytes;

    /** Whether {@code reply} has to be taken to pieces: it is several values. */
    static boolean isTooLarge(StoreReply reply, long length) {
        return reply instanceof GotAll(var values) && values.size() > 1 && length > PIECE;
    }

    boolean isEmpty() {
        return replies.isEmpty();
    }

    /** What all of it will take on the wire. */
    long bytes() {
        return bytes;
    }

    void add(StoreReply reply, long length) {
        replies.add(reply);
        bytes += length;
    }

    /** The first of it, in no more than a piece unless a single value is more. */
    StoreReply take() {
        StoreReply first = replies.remove();
        if (first instanceof GotAll all && !all.values().isEmpty()) first = firstPiece(all);
        bytes -= ReplyEncoder.length(first);
        return first;
    }

    /** The answer to several names is that to each, one after the other. */
    private StoreReply firstPiece(GotAll all) {
        var values = all.values();
        int end = 0;
        for (long room = PIECE; end < values.size(); end++) {
            room -= length(values.get(end));
            if (room < 0) break;
        }
        int taken = Math.max(1, end);
        if (taken < values.size()) replies.push(new GotAll(values.subList(taken, values.size())));
        return taken == 1 ? new Got(values.getFirst()) : new GotAll(values.subList(0, taken));
    }

    private static long length(Value value) {
        return ReplyEncoder.length(new Got(value));
    }

    void clear() {
        replies.clear();
        bytes = 0;
    }
}
