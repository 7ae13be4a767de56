package dev.muster.gui.logs;

import dev.muster.agent.session.LogSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The bytes of a source, read in blocks of which the last few are kept: a bounded window onto a
 * file of any size. Lives on the reader's thread.
 */
final class Blocks {
    /** Bytes in a block. */
    static final int SIZE = 1 << 16;

    private static final int KEPT = 32;

    private final LogSource source;
    private final Map<Long, Block> kept = new Recent<>(KEPT);
    private Block current = new Block(0);
    private long size;
    private long firm;
    private long bytesRead;

    Blocks(LogSource source) {
        this.source = source;
        kept.put(0L, current);
    }

    /** How many bytes there are as far as callers are concerned. */
    long size() {
        return size;
    }

    /** How many of the first bytes will stay as they are. */
    long firm() {
        return firm;
    }

    /** More bytes are there; those that were not firm are read anew. */
    void grow(long newSize, long newFirm) {
        if (firm < size) {
            for (var block : kept.values()) {
                block.filled = Math.clamp(firm - block.start(), 0, block.filled);
            }
        }
        size = newSize;
        firm = newFirm;
    }

    /** The file was cut: nothing that was read before counts. */
    void restart(long newSize, long newFirm) {
        firm = newFirm;
        kept.clear();
        current = new Block(0);
        kept.put(0L, current);
        size = newSize;
    }

    /** How many bytes were asked of the source so far. */
    long bytesRead() {
        return bytesRead;
    }

    /** The byte at {@code offset}, which is below {@link #size}. */
    byte at(long offset) throws IOException {
        int within = (int) (offset % SIZE);
        Block block = current;
        if (block.number != offset / SIZE || within >= block.filled) block = load(offset);
        return block.bytes[within];
    }

    /** The bytes of a block, filled as far as the log goes; not to be written to. */
    byte[] bytesOf(long block) throws IOException {
        return load(block * SIZE).bytes;
    }

    /** Where {@code wanted} stands first in {@code from … to - 1}. */
    OptionalLong first(byte wanted, long from, long to) throws IOException {
        for (long offset = from; offset < to; ) {
            at(offset);
            Block block = current;
            int end = (int) Math.min(block.filled, to - block.start());
            for (int i = (int) (offset % SIZE); i < end; i++) {
                if (block.bytes[i] == wanted) return OptionalLong.of(block.start() + i);
            }
            offset = block.start() + end;
        }
        return OptionalLong.empty();
    }

    /** Where {@code wanted} stands last in {@code from … to - 1}. */
    OptionalLong last(byte wanted, long from, long to) throws IOException {
        for (long end = to; end > from; ) {
            at(end - 1);
            Block block = current;
            int begin = (int) Math.max(0, from - block.start());
            for (int i = (int) (end - 1 - block.start()); i >= begin; i--) {
                if (block.bytes[i] == wanted) return OptionalLong.of(block.start() + i);
            }
            end = block.start() + begin;
        }
        return OptionalLong.empty();
    }

    /** How many newlines stand in {@code from … to - 1}. */
    int newlines(long from, long to) throws IOException {
        int count = 0;
        for (long offset = from; offset < to; ) {
            at(offset);
            Block block = current;
            int end = (int) Math.min(block.filled, to - block.start());
            for (int i = (int) (offset % SIZE); i < end; i++) {
                if (block.bytes[i] == '\n') count++;
            }
            offset = block.start() + end;
        }
        return count;
    }

    /**
     * Makes the block with {@code offset} current, filled as far as the file goes.
     *
     * @throws IOException also when bytes have vanished since {@link #size} was learnt
     */
    private Block load(long offset) throws IOException {
        Block block = kept.computeIfAbsent(offset / SIZE, Block::new);
        int wanted = (int) Math.min(SIZE, size - block.start());
        while (block.filled < wanted) {
            var room = ByteBuffer.wrap(block.bytes, block.filled, wanted - block.filled);
            int got = source.read(block.start() + block.filled, room);
            if (got <= 0) {
                throw new IOException(
                        "nothing to read at byte %d of a log of %d bytes (expected: something)"
                                .formatted(block.start() + block.filled, size));
            }
            bytesRead += got;
            block.filled += got;
        }
        current = block;
        return block;
    }

    /** One block; its first {@code filled} bytes are known. */
    private static final class Block {
        final long number;
        final byte[] bytes = new byte[SIZE];
        int filled;

        Block(long number) {
            this.number = number;
        }

        long start() {
            return number * SIZE;
        }
    }
}
