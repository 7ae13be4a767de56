package dev.muster.gui.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Puts what several streams had written before anybody looked into one order.
 *
 * <p>Files tell no times. A line that begins with one has it from there, and lines that follow it
 * share it. Where a stream's lines have none, its bytes are taken to have come evenly from when its
 * worker started until it was heard last; that is an estimate and is called so. The last {@link
 * #FINE} bytes of all streams together are ordered line by line, a traceback as one; what is older,
 * in at most {@link #COARSE} pieces per stream, so that files of any size are merged at once.
 *
 * <p>Lives on the reader's thread.
 */
final class OldOutput {
    /** Bytes that are ordered line by line. */
    static final long FINE = 8L << 20;

    /** Pieces that the older part of one stream is ordered in. */
    static final int COARSE = 32;

    private static final byte[] TRACEBACK =
            "Traceback (most recent".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_LINE_END = 1 << 16;

    private final LineStamp stamps;
    private final long fine;

    /** Some bytes of an input, and when they came as far as that can be told. */
    record Piece(int input, long from, long length, long millis, boolean exact) {}

    /** {@code inputs} is how many streams there are. */
    OldOutput(LineStamp stamps, int inputs) {
        this.stamps = stamps;
        fine = Math.max(1 << 12, FINE / Math.max(1, inputs));
    }

    /** All pieces of all streams in one order; each stream's own order is kept. */
    static List<Piece> merged(List<List<Piece>> streams) {
        var all = new ArrayList<Piece>();
        streams.forEach(all::addAll);
        all.sort(Comparator.comparingLong(Piece::millis)); // stable, so equal times change nothing
        return all;
    }

    /**
     * The pieces of one stream.
     *
     * @param end behind its last complete line
     */
    List<Piece> piecesOf(LogInput input, int number, long end, Instant from, Instant until)
            throws IOException {
        var clock = new StreamClock(from, until, end);
        var pieces = new ArrayList<Piece>();
        long fineStart = end <= fine ? 0 : lineAfter(input, end - fine, end);
        long step = Math.max(1, fineStart / COARSE);
        for (long at = 0; at < fineStart; ) {
            long next = Math.min(fineStart, lineAfter(input, at + step, fineStart));
            byte[] head = bytes(input, at, Math.min(next, at + LineStamp.READ));
            pieces.add(clock.piece(number, at, next - at, head, 0, head.length));
            at = next;
        }
        byte[] bytes = bytes(input, fineStart, end);
        for (int at = 0; at < bytes.length; ) {
            int next = lineEnd(bytes, at);
            boolean indented = next < bytes.length && isIndented(bytes[next]);
            while (next < bytes.length && isIndented(bytes[next])) next = lineEnd(bytes, next);
            if (indented && begins(bytes, at, TRACEBACK)) next = lineEnd(bytes, next);
            pieces.add(clock.piece(number, fineStart + at, next - at, bytes, at, next));
            at = next;
        }
        return pieces;
    }

    private static int lineEnd(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && bytes[at] != '\n') at++;
        return Math.min(bytes.length, at + 1);
    }

    private static boolean isIndented(byte first) {
        return first == ' ' || first == '\t';
    }

    private static boolean begins(byte[] bytes, int at, byte[] words) {
        int end = Math.min(bytes.length, at + words.length);
        return Arrays.equals(bytes, at, end, words, 0, words.length);
    }

    /** Where the first line begins at or after an offset, or {@code end}. */
    private static long lineAfter(LogInput input, long offset, long end) throws IOException {
        for (long at = offset; at < end; at += LONGEST_LINE_END) {
            byte[] bytes = bytes(input, at, Math.min(end, at + LONGEST_LINE_END));
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] == '\n') return at + i + 1;
            }
        }
        return end;
    }

    private static byte[] bytes(LogInput input, long from, long to) throws IOException {
        var bytes = ByteBuffer.allocate((int) (to - from));
        input.read(from, bytes);
        return bytes.array();
    }

    /** Tells when the lines of one stream came; they come in order, and time never goes back. */
    private final class StreamClock {
        private final long from;
        private final double perByte;
        private Optional<Instant> stamp = Optional.empty();
        private long latest;

        StreamClock(Instant from, Instant until, long bytes) {
            this.from = from.toEpochMilli();
            long millis = Math.max(0, until.toEpochMilli() - this.from);
            perByte = bytes == 0 ? 0 : (double) millis / bytes;
            latest = Long.MIN_VALUE;
        }

        Piece piece(int input, long start, long length, byte[] bytes, int begin, int end) {
            int headEnd = Math.min(end, begin + LineStamp.READ);
            var line = new String(bytes, begin, headEnd - begin, StandardCharsets.ISO_8859_1);
            stamp = stamps.of(line).or(() -> stamp);
            long estimate = from + Math.round(start * perByte);
            long millis = stamp.map(Instant::toEpochMilli).orElse(estimate);
            latest = Math.max(latest, millis);
            return new Piece(input, start, length, latest, stamp.isPresent());
        }
    }
}
