package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.c10d.UnreadableState.Corrupt;
import dev.muster.agent.rendezvous.c10d.UnreadableState.TooLarge;
import dev.muster.store.protocol.Bytes;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The bytes of a pickle from front to back. What is asked for is there, or it throws. */
final class PickleInput {
    private final ByteBuffer rest;
    private final PickleLimits limits;

    PickleInput(Bytes pickle, PickleLimits limits) {
        if (pickle.length() > limits.bytes()) {
            throw new TooLarge("bytes of a pickled state", pickle.length(), limits.bytes());
        }
        this.rest = pickle.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        this.limits = limits;
    }

    int position() {
        return rest.position();
    }

    int remaining() {
        return rest.remaining();
    }

    int unsignedByte() {
        need(Byte.BYTES);
        return Byte.toUnsignedInt(rest.get());
    }

    int unsignedShort() {
        need(Short.BYTES);
        return Short.toUnsignedInt(rest.getShort());
    }

    int signedInt() {
        need(Integer.BYTES);
        return rest.getInt();
    }

    long unsignedInt() {
        return Integer.toUnsignedLong(signedInt());
    }

    /** A number in two's complement of as many bytes as its first byte says. */
    long signedLong() {
        int length = unsignedByte();
        if (length > Long.BYTES) throw new TooLarge("bytes of a number", length, Long.BYTES);
        need(length);
        long value = 0;
        for (int shift = 0; shift < length * Byte.SIZE; shift += Byte.SIZE) {
            value |= (long) unsignedByte() << shift;
        }
        int unused = Long.SIZE - length * Byte.SIZE;
        return length == 0 ? 0 : value << unused >> unused;
    }

    /** Nothing depends on where a frame ends, but all of it has to be there. */
    void frame() {
        need(Long.BYTES);
        long length = rest.getLong();
        if (length < 0 || length > remaining()) throw cutOff();
    }

    Bytes raw(int length) {
        need(length);
        var content = new byte[length];
        rest.get(content);
        return Bytes.adopt(content);
    }

    String text(long length) {
        if (length > limits.textBytes()) {
            throw new TooLarge("bytes of a string", length, limits.textBytes());
        }
        need(length);
        var content = rest.slice(position(), (int) length);
        rest.position(position() + (int) length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(content).toString();
        } catch (CharacterCodingException _) {
            throw corrupt("a string that is not UTF-8");
        }
    }

    /** Up to the next line feed, which is passed over. */
    String line() {
        int length = 0;
        while (true) {
            if (length == remaining()) throw cutOff();
            if (rest.get(position() + length) == '\n') break;
            if (length++ == limits.textBytes()) {
                throw new TooLarge("bytes of a name", length, limits.textBytes());
            }
        }
        String line = text(length);
        rest.get();
        return line;
    }

    Corrupt corrupt(String found) {
        return new Corrupt("the pickled state has %s before byte %d".formatted(found, position()));
    }

    private void need(long count) {
        if (count > remaining()) throw cutOff();
    }

    private Corrupt cutOff() {
        return new Corrupt(
                "the pickled state ends in the middle, after %d bytes".formatted(rest.limit()));
    }
}
