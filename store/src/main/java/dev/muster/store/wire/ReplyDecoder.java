package dev.muster.store.wire;

import static dev.muster.store.wire.ReplyEncoder.ALL_PRESENT;
import static dev.muster.store.wire.ReplyEncoder.WAIT_CANCELLED;
import static dev.muster.store.wire.ReplyEncoder.WAIT_RELEASED;

import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Pong;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.Value;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

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
    private final int maxMessageBytes;
    private final BlobReader blobs;
    private boolean broken;

    public ReplyDecoder(Limits limits) {
        this.maxMessageBytes = limits.maxMessageBytes();
        this.blobs = new BlobReader(maxMessageBytes);
    }

    /** Whether {@code request} has an answer, be it after a wait. */
    public static boolean isAnswered(StoreRequest request) {
        return switch (request) {
            case StoreRequest.Set _, Append _, MultiSet _ -> false;
            case MultiGet(var keys) -> !keys.isEmpty();
            case CompareSet _, Get _, Add _, Delete _, GetNumKeys _ -> true;
            case Check _, Wait _, CancelWait _, Ping _ -> true;
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
            boolean waiting = unanswered.peek() instanceof Wait;
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
        out.add(reply);
    }

    private Optional<? extends StoreReply> read(ByteBuf in) {
        return switch (unanswered.peek()) {
            case null -> throw new MalformedStream("an answer that nobody asked for");
            case Get _, CompareSet _ -> readValue(in).map(Got::new);
            case MultiGet(var keys) -> readValues(in, keys.size());
            case Add _, Delete _, GetNumKeys _ -> readNumber(in);
            case Check _ -> Optional.of(new Checked(readByte(in, "CHECK") == ALL_PRESENT));
            case Wait _ -> Optional.of(readWaitAnswer(in));
            case CancelWait _ -> Optional.of(readCancelAnswer(in));
            case Ping(var nonce) -> readPong(in, nonce);
            case StoreRequest.Set _, Append _, MultiSet _ ->
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

    private StoreReply readWaitAnswer(ByteBuf in) {
        if (readByte(in, "WAIT") == WAIT_RELEASED) return new Released();
        if (cancelFollows()) return new WaitCancelled();
        throw new MalformedStream("WAIT answered %d (expected: 0)".formatted(WAIT_CANCELLED));
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
