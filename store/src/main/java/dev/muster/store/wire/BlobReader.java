package dev.muster.store.wire;

import dev.muster.store.protocol.Bytes;

import io.netty.buffer.ByteBuf;

import java.util.Optional;

/**
 * Reads length-prefixed runs of bytes, one after the other, each as soon as it is all there.
 *
 * <p>A length is refused the moment it is read: nothing is reserved, and no byte of the content
 * awaited, for a run that is too long by itself or makes the whole message too long.
 */
final class BlobReader {
    private final int mostInAll;
    private int takenInAll;
    private boolean lengthKnown;
    private int length;

    BlobReader(int mostInAll) {
        this.mostInAll = mostInAll;
    }

    /** A new message begins. */
    void restart() {
        takenInAll = 0;
        lengthKnown = false;
    }

    /** The length of the run that is awaited; 0 if it has not come. */
    int announced() {
        return lengthKnown ? length : 0;
    }

    /** The next run, called {@code what} if it is refused; empty if it is not all there yet. */
    Optional<Bytes> read(ByteBuf in, String what, int most) {
        if (!lengthKnown) {
            if (in.readableBytes() < Long.BYTES) return Optional.empty();
            length = checked(in.readLongLE(), what, most);
            lengthKnown = true;
        }
        if (in.readableBytes() < length) return Optional.empty();
        lengthKnown = false;
        takenInAll += length;
        byte[] content = new byte[length];
        in.readBytes(content);
        return Optional.of(Bytes.adopt(content));
    }

    private int checked(long announced, String what, int most) {
        if (announced < 0 || announced > most) {
            throw new MalformedStream(
                    "%s of %s bytes (expected: 0..%d)"
                            .formatted(what, Long.toUnsignedString(announced), most));
        }
        if (announced > mostInAll - takenInAll) {
            throw new MalformedStream(
                    "names and values of %d bytes together (expected: <= %d)"
                            .formatted(takenInAll + announced, mostInAll));
        }
        return (int) announced;
    }
}
