package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.BarrierPhase;
import dev.muster.agent.barrier.Breach;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.PeerMessage;
import dev.muster.agent.barrier.Position;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.SortedSet;

/** Frames to bytes and back, as the package describes them. Stateless but for the group. */
final class FrameCodec {
    static final int HEADER = 3;

    /** Of a BROKEN frame with as many members and as long a text as there may be. */
    static final int LONGEST_BODY = 24 + PeerGroup.MOST_MEMBERS / Byte.SIZE + Breach.LONGEST_TEXT;

    private static final int FIXED = 128; // more than all numbers and the name of any frame

    private static final byte HELLO = 1;
    private static final byte AT = 2;
    private static final byte SEEN = 3;
    private static final byte BROKEN = 4;
    private static final byte LEAVING = 5;
    private static final byte REFUSED = 6;
    private static final byte[] PREAMBLE = {'M', 'P', 'B', 1};
    private static final int U16 = 0xffff;

    private final PeerGroup group;

    FrameCodec(PeerGroup group) {
        this.group = group;
    }

    /** What either side sends before its first frame. */
    static byte[] preamble() {
        return PREAMBLE.clone();
    }

    byte[] encode(Frame frame) {
        ByteBuffer out = ByteBuffer.allocate(room(frame));
        out.position(HEADER);
        byte type =
                switch (frame) {
                    case Frame.Hello hello -> putHello(hello, out);
                    case Frame.Refused(var because) -> {
                        putText(because, out);
                        yield REFUSED;
                    }
                    case Frame.Said(var message) -> putMessage(message, out);
                };
        int length = out.position() - HEADER;
        out.put(0, type).putShort(1, (short) length);
        byte[] bytes = new byte[HEADER + length];
        out.get(0, bytes);
        return bytes;
    }

    private int room(Frame frame) {
        boolean hasText =
                frame instanceof Frame.Refused || frame instanceof Frame.Said(PeerMessage.Broken _);
        return HEADER + FIXED + 2 * bitBytes() + (hasText ? Breach.LONGEST_TEXT : 0);
    }

    /** How long the body is, once the header is here. */
    static int bodyLength(byte[] header) throws MalformedFrame {
        int length = ByteBuffer.wrap(header).getShort(1) & U16;
        if (length > LONGEST_BODY) {
            throw new MalformedFrame(
                    "frame body: %d bytes (expected: 0..%d)".formatted(length, LONGEST_BODY));
        }
        return length;
    }

    Frame decode(byte type, byte[] body) throws MalformedFrame {
        ByteBuffer in = ByteBuffer.wrap(body);
        try {
            Frame frame = take(type, in);
            if (in.hasRemaining()) {
                throw new MalformedFrame(
                        "frame of type %d: %d bytes too many".formatted(type, in.remaining()));
            }
            return frame;
        } catch (BufferUnderflowException _) {
            throw new MalformedFrame(
                    "frame of type %d: cut short at %d bytes".formatted(type, body.length));
        } catch (IllegalArgumentException refused) { // by the records, which say what is wrong
            throw new MalformedFrame(String.valueOf(refused.getMessage()));
        }
    }

    private Frame take(byte type, ByteBuffer in) throws MalformedFrame {
        return switch (type) {
            case HELLO -> takeHello(in);
            case AT ->
                    new Frame.Said(
                            new PeerMessage.At(
                                    new Position(in.getLong(), in.getLong(), takePhase(in))));
            case SEEN ->
                    new Frame.Said(
                            new PeerMessage.Seen(
                                    in.getLong(), in.getLong(), takeIds(in), takeIds(in)));
            case BROKEN -> new Frame.Said(new PeerMessage.Broken(takeBreach(in)));
            case LEAVING -> new Frame.Said(new PeerMessage.Leaving());
            case REFUSED -> new Frame.Refused(takeText(in));
            default -> throw new MalformedFrame("frame type: %d (expected: 1..6)".formatted(type));
        };
    }

    private static byte putHello(Frame.Hello hello, ByteBuffer out) {
        out.putInt(hello.sender().value())
                .putInt(hello.receiver().value())
                .putLong(hello.incarnation())
                .putInt(hello.members())
                .putLong(hello.fingerprint());
        byte[] name = hello.group().getBytes(StandardCharsets.US_ASCII);
        out.put((byte) name.length).put(name);
        return HELLO;
    }

    private static Frame.Hello takeHello(ByteBuffer in) throws MalformedFrame {
        var sender = new PeerId(in.getInt());
        var receiver = new PeerId(in.getInt());
        long incarnation = in.getLong();
        int members = in.getInt();
        long fingerprint = in.getLong();
        int length = in.get() & 0xff;
        if (length > PeerGroup.LONGEST_NAME) {
            throw new MalformedFrame(
                    "group name: %d bytes (expected: 1..%d)"
                            .formatted(length, PeerGroup.LONGEST_NAME));
        }
        byte[] name = new byte[length];
        in.get(name);
        String group = new String(name, StandardCharsets.US_ASCII);
        if (!PeerGroup.isName(group)) {
            throw new MalformedFrame("group name: (expected: A-Z a-z 0-9 . _ - only)");
        }
        return new Frame.Hello(sender, receiver, incarnation, members, fingerprint, group);
    }

    private byte putMessage(PeerMessage message, ByteBuffer out) {
        return switch (message) {
            case PeerMessage.At(var position) -> {
                out.putLong(position.generation()).putLong(position.epoch());
                out.put((byte) position.phase().ordinal());
                yield AT;
            }
            case PeerMessage.Seen(var generation, var epoch, var entered, var informed) -> {
                out.putLong(generation).putLong(epoch);
                putIds(entered, out);
                putIds(informed, out);
                yield SEEN;
            }
            case PeerMessage.Broken(var breach) -> {
                putBreach(breach, out);
                yield BROKEN;
            }
            case PeerMessage.Leaving _ -> LEAVING;
        };
    }

    private void putBreach(Breach breach, ByteBuffer out) {
        out.putLong(breach.generation()).putLong(breach.epoch()).putInt(breach.origin().value());
        out.put((byte) breach.cause().ordinal()).put((byte) breach.phase().ordinal());
        putIds(breach.missing(), out);
        putText(breach.because(), out);
    }

    private Breach takeBreach(ByteBuffer in) throws MalformedFrame {
        Position place = new Position(in.getLong(), in.getLong(), BarrierPhase.ENTERED);
        var origin = new PeerId(in.getInt());
        if (!group.has(origin))
            throw new MalformedFrame("origin: %s is no participant".formatted(origin));
        int cause = in.get();
        if (cause < 0 || cause >= Breach.Cause.values().length) {
            throw new MalformedFrame(
                    "cause: %d (expected: 0..%d)"
                            .formatted(cause, Breach.Cause.values().length - 1));
        }
        BarrierPhase phase = takePhase(in);
        return new Breach(
                place.generation(),
                place.epoch(),
                origin,
                Breach.Cause.values()[cause],
                phase,
                takeIds(in),
                takeText(in));
    }

    private static BarrierPhase takePhase(ByteBuffer in) throws MalformedFrame {
        int phase = in.get();
        if (phase < 0 || phase >= BarrierPhase.values().length) {
            throw new MalformedFrame(
                    "phase: %d (expected: 0..%d)"
                            .formatted(phase, BarrierPhase.values().length - 1));
        }
        return BarrierPhase.values()[phase];
    }

    private void putIds(Collection<PeerId> ids, ByteBuffer out) {
        byte[] bits = group.bitsOf(ids).toByteArray();
        out.put(bits).position(out.position() + bitBytes() - bits.length);
    }

    private SortedSet<PeerId> takeIds(ByteBuffer in) throws MalformedFrame {
        byte[] bytes = new byte[bitBytes()];
        in.get(bytes);
        BitSet bits = BitSet.valueOf(bytes);
        if (bits.length() > group.size()) {
            throw new MalformedFrame(
                    "ids: bit %d is set (expected: one a member, %d of them)"
                            .formatted(bits.length() - 1, group.size()));
        }
        return group.membersOf(bits);
    }

    private int bitBytes() {
        return (group.size() + Byte.SIZE - 1) / Byte.SIZE;
    }

    private static void putText(String text, ByteBuffer out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, Breach.LONGEST_TEXT);
        out.putShort((short) length).put(bytes, 0, length);
    }

    /** For showing: what is no printable character of a line comes out as a question mark. */
    private static String takeText(ByteBuffer in) throws MalformedFrame {
        int length = in.getShort() & U16;
        if (length > Breach.LONGEST_TEXT) {
            throw new MalformedFrame(
                    "text: %d bytes (expected: 0..%d)".formatted(length, Breach.LONGEST_TEXT));
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8)
                .replaceAll("[\\p{Cntrl}\\p{Cf}\u2028\u2029]", "?");
    }
}
