package dev.muster.store.wire;

import static dev.muster.store.wire.ReplyEncoder.ALL_PRESENT;
import static dev.muster.store.wire.ReplyEncoder.WAIT_CANCELLED;
import static dev.muster.store.wire.ReplyEncoder.WAIT_RELEASED;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Listed;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Pong;
import dev.muster.store.protocol.StoreReply.Popped;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.ListKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.QueueLength;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.StoreRequest.Watch;
import dev.muster.store.protocol.Value;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server's bytes become {@code StoreReply}s. Nothing in an answer says what it is, so each is
 * read as what the oldest unanswered request calls for; {@link #expect} is told of every request
 * before it is sent, on the channel's loop.
 *
 * <p>Each request gets its own answer, also where the wire has one for two: a wait that is given up
 * is answered on the wire by its CANCEL_WAIT alone, unless the wake-up was already on its way
 * (tcpstore §6).
 */
public final class ReplyDecoder extends ByteToMessageDecoder {
    private final Deque<StoreRequest> unanswered = new ArrayDeque<>();
    private final List<Value> values = new ArrayList<>();
    private final List<Key> keys = new ArrayList<>();
    private final int maxMessageBytes;
    private final BlobReader blobs;
    private OptionalLong announced =
            OptionalLong.empty(); // the number in front of an answer's rest
    private boolean broken;

    public ReplyDecoder(Limits limits) {
        this.maxMessageBytes = limits.maxMessageBytes();
        this.blobs = new BlobReader(maxMessageBytes);
    }

    /** Whether {@code request} has an answer, be it after a wait. */
    public static boolean isAnswered(StoreRequest request) {
        return switch (request) {
            case StoreRequest.Set _, Append _, MultiSet _, QueuePush _ -> false;
            case MultiGet(var keys) -> !keys.isEmpty();
            case CompareSet _, Get _, Add _, Delete _, GetNumKeys _ -> true;
            case Check _, Wait _, CancelWait _, Ping _ -> true;
            case QueuePop _, QueueLength _, ListKeys _, Barrier _, Watch _ -> true;
        };
    }

    /**
     * Whether the answer to {@code request} may take as long as it likes, so CANCEL_WAIT ends it.
     */
    public static boolean isWaiting(StoreRequest request) {
        return request instanceof Wait || request instanceof Barrier;
    }

    /** How many bytes a store with {@code limits} may answer {@code request} with. */
    public static long longestAnswer(StoreRequest request, Limits limits) {
        return switch (request) {
            case StoreRequest.Set _, Append _, MultiSet _, QueuePush _ -> 0;
            case CompareSet _, Get _ -> Long.BYTES + (long) limits.maxValueBytes();
            case QueuePop _ -> 2 * Long.BYTES + (long) limits.maxValueBytes();
            case MultiGet _, ListKeys _ -> limits.maxMessageBytes();
            case Add _, Delete _, GetNumKeys _, QueueLength _ -> Long.BYTES;
            case Check _, Wait _, Barrier _, CancelWait _, Watch _ -> Byte.BYTES;
            case Ping _ -> Integer.BYTES;
        };
    }

    /** {@code request}, which is answered, is about to be sent. */
    public void expect(StoreRequest request) {
        unanswered.add(request);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            var oldest = unanswered.peek();
            boolean waiting = oldest != null && isWaiting(oldest);
            var reply = read(in);
            if (reply.isEmpty()) return;
            answer(reply.get(), out);
            if (waiting && reply.get() instanceof WaitCancelled) answer(reply.get(), out);
        } catch (MalformedStream e) {
            broken = true;
            throw e;
        }
    }

    private void answer(StoreReply reply, List<Object> out) {
        unanswered.remove();
        blobs.restart();
        announced = OptionalLong.empty();
        out.add(reply);
    }

    private Optional<? extends StoreReply> read(ByteBuf in) {
        return switch (unanswered.peek()) {
            case null -> throw new MalformedStream("an answer that nobody asked for");
            case Get _, CompareSet _ -> readValue(in).map(Got::new);
            case MultiGet(var keys) -> readValues(in, keys.size());
            case Add _, Delete _, GetNumKeys _, QueueLength _ -> readNumber(in);
            case QueuePop _ -> readPopped(in);
            case ListKeys _ -> readKeys(in);
            case Check _ -> Optional.of(new Checked(readByte(in, "CHECK") == ALL_PRESENT));
            case Wait _ -> Optional.of(readWaitAnswer(in, "WAIT"));
            case Barrier _ -> Optional.of(readWaitAnswer(in, "BARRIER"));
            case CancelWait _ -> Optional.of(readCancelAnswer(in));
            case Ping(var nonce) -> readPong(in, nonce);
            case Watch _ -> throw new IllegalStateException("dialect C has no WATCH_KEY");
            case StoreRequest.Set _, Append _, MultiSet _, QueuePush _ ->
                    throw new IllegalStateException("an answer to " + unanswered.peek());
        };
    }

    private Optional<Value> readValue(ByteBuf in) {
        return blobs.read(in, "value", maxMessageBytes).map(Value::new);
    }

    private Optional<GotAll> readValues(ByteBuf in, int count) {
        readValue(in).ifPresent(values::add);
        if (values.size() < count) return Optional.empty();
        var all = new GotAll(values);
        values.clear();
        return Optional.of(all);
    }

    private static Optional<Number> readNumber(ByteBuf in) {
        return in.readableBytes() < Long.BYTES
                ? Optional.empty()
                : Optional.of(new Number(in.readLongLE()));
    }

    private Optional<Popped> readPopped(ByteBuf in) {
        if (announced.isEmpty()) announced = readCount(in, "queue length", Long.MAX_VALUE);
        if (announced.isEmpty()) return Optional.empty();
        long length = announced.getAsLong();
        if (length == 0) return Optional.of(new Popped(0, Optional.empty()));
        return readValue(in).map(value -> new Popped(length, Optional.of(value)));
    }

    private Optional<Listed> readKeys(ByteBuf in) {
        if (announced.isEmpty()) announced = readCount(in, "number of keys", maxMessageBytes);
        else blobs.read(in, "key", maxMessageBytes).map(Key::new).ifPresent(keys::add);
        if (announced.isEmpty() || keys.size() < announced.getAsLong()) return Optional.empty();
        var all = new Listed(keys);
        keys.clear();
        return Optional.of(all);
    }

    private static OptionalLong readCount(ByteBuf in, String what, long most) {
        if (in.readableBytes() < Long.BYTES) return OptionalLong.empty();
        long found = in.readLongLE();
        if (found < 0 || found > most) {
            throw new MalformedStream("%s: %d (expected: 0..%d)".formatted(what, found, most));
        }
        return OptionalLong.of(found);
    }

    private StoreReply readWaitAnswer(ByteBuf in, String what) {
        if (readByte(in, what) == WAIT_RELEASED) return new Released();
        if (cancelFollows()) return new WaitCancelled();
        throw new MalformedStream("%s answered %d (expected: 0)".formatted(what, WAIT_CANCELLED));
    }

    /** Whether the request after the oldest gives that up. */
    private boolean cancelFollows() {
        return unanswered.stream()
                .skip(1)
                .findFirst()
                .filter(CancelWait.class::isInstance)
                .isPresent();
    }

    private static StoreReply readCancelAnswer(ByteBuf in) {
        if (readByte(in, "CANCEL_WAIT") == WAIT_CANCELLED) return new WaitCancelled();
        throw new MalformedStream(
                "CANCEL_WAIT answered 0 (expected: %d)".formatted(WAIT_CANCELLED));
    }

    private static Optional<Pong> readPong(ByteBuf in, int nonce) {
        if (in.readableBytes() < Integer.BYTES) return Optional.empty();
        int found = in.readIntLE();
        if (found != nonce) {
            throw new MalformedStream(
                    "PING answered 0x%08X (expected: 0x%08X)".formatted(found, nonce));
        }
        return Optional.of(new Pong(found));
    }

    /** An answer of a single byte, which knows two values. */
    private static int readByte(ByteBuf in, String what) {
        int found = in.readUnsignedByte();
        if (found > 1) {
            throw new MalformedStream("%s answered %d (expected: 0..1)".formatted(what, found));
        }
        return found;
    }
}
