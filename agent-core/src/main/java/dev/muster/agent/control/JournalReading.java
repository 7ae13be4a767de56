package dev.muster.agent.control;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Reads past events of a run from its growing journal. On the thread of one reader, which waits.
 */
final class JournalReading implements AutoCloseable {
    /** Where in the journal some of its events are. Any thread; all readers of a run share it. */
    static final class Places {
        private static final int BETWEEN = 512;

        private final ConcurrentSkipListMap<Long, Long> offsets =
                new ConcurrentSkipListMap<>(Map.of(1L, 0L));

        private long before(long seq) {
            return offsets.floorEntry(seq).getValue();
        }

        private void saw(long seq, long offset) {
            if (seq % BETWEEN == 0) offsets.putIfAbsent(seq, offset);
        }
    }

    private static final int PIECE = 32 << 10;
    private static final byte[] START = "{\"seq\":".getBytes(StandardCharsets.US_ASCII);

    private final FileChannel file;
    private final Places places;
    private final Path path;
    private long next;
    private long offset; // of bytes[from] in the file
    private byte[] bytes = new byte[2 * PIECE];
    private int from;
    private int to;

    private JournalReading(Path path, FileChannel file, Places places, long first) {
        this.path = path;
        this.file = file;
        this.places = places;
        next = first;
        offset = places.before(first);
    }

    /** Reads from event {@code first} on. */
    static JournalReading open(Path journal, Places places, long first) throws IOException {
        var file = FileChannel.open(journal, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        return new JournalReading(journal, file, places, first);
    }

    /** The number of the event that comes next. */
    long next() {
        return next;
    }

    /**
     * A chunk of events, all of them before {@code until}; without any when the journal has none of
     * those.
     *
     * @throws IOException also when what is there is no journal
     */
    ByteBuf read(long until, ByteBufAllocator buffers) throws IOException {
        ByteBuf chunk = Sse.begin(buffers);
        try {
            while (next < until && Sse.size(chunk) < PIECE) {
                int length = lineLength();
                if (length < 0) break;
                long seq = seq(length);
                if (seq > next) break; // the journal has a gap
                places.saw(seq, offset);
                if (seq == next) {
                    Sse.event(chunk, seq, bytes, from, length);
                    next++;
                }
                from += length + 1;
                offset += length + 1;
            }
            return chunk;
        } catch (IOException | RuntimeException e) {
            chunk.release();
            throw e;
        }
    }

    /** Gives up the events before that one: they are not there. */
    void skipTo(long other) {
        next = other;
    }

    /** Of the line at {@code from}, without its end; -1 while it has none. */
    private int lineLength() throws IOException {
        int at = from;
        while (true) {
            while (at < to && bytes[at] != '\n') at++;
            if (at < to) return at - from;
            int searched = at - from;
            if (!readMore()) return -1;
            at = from + searched;
        }
    }

    private boolean readMore() throws IOException {
        if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, to - from);
            to -= from;
            from = 0;
        }
        if (to == bytes.length) bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        int read = file.read(ByteBuffer.wrap(bytes, to, bytes.length - to), offset + to);
        if (read <= 0) return false;
        to += read;
        return true;
    }

    private long seq(int length) throws IOException {
        int at = from + START.length;
        if (length <= START.length || !Arrays.equals(bytes, from, at, START, 0, START.length)) {
            throw new IOException("%s: no event at byte %d".formatted(path, offset));
        }
        long seq = 0;
        for (; at < from + length && Character.isDigit(bytes[at]); at++) {
            seq = seq * 10 + bytes[at] - '0';
        }
        return seq;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
