package dev.muster.store.wire;

import dev.muster.store.protocol.Bytes;

import io.netty.buffer.ByteBuf;

/** Runs of bytes with their length in front, as both sides write them. */
final class Blobs {
    private Blobs() {}

    static long length(Bytes content) {
        return Long.BYTES + (long) content.length();
    }

    static void write(Bytes content, ByteBuf out) {
        out.writeLongLE(content.length());
        out.writeBytes(content.asByteBuffer());
    }
}
