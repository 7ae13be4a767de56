package dev.muster.agent.diagnose;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The end of a file a worker wrote, as lines that are not blank. Bytes that are no text become
 * replacement characters. Of a line too long to be read whole it has the beginning, which is where
 * Python names an exception.
 *
 * @param cut whether the file has more, before these lines
 */
record Tail(List<String> lines, boolean cut) {
    private static final int BYTES = 64 * 1024;

    /** Of the line that the read bytes begin in. */
    private static final int MOST_OF_A_LINE = 4 * 1024;

    /** How far back the beginning of a line is looked for. */
    private static final long FARTHEST = 64L << 20;

    Tail {
        lines = List.copyOf(lines);
    }

    /** Nothing where there is no such file, or it cannot be read. */
    static Tail of(Path path) {
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            long length = file.length();
            long farthest = Math.max(0, length - FARTHEST);
            String text = "";
            long end = length;
            for (int room = BYTES; room > 0 && end > farthest; ) {
                long from = Math.max(0, end - room);
                byte[] bytes = read(file, from, (int) (end - from));
                int whole = from == 0 ? 0 : firstLineEnd(bytes);
                long start = startOfLine(file, from, farthest);
                int head = (int) Math.min(MOST_OF_A_LINE, from + whole - start);
                text =
                        decoded(read(file, start, head), 0)
                                + decoded(bytes, whole)
                                + (text.isEmpty() ? "" : "\n" + text);
                room -= head + bytes.length - whole;
                end = start;
            }
            return new Tail(text.lines().filter(line -> !line.isBlank()).toList(), end > 0);
        } catch (IOException _) {
            return new Tail(List.of(), false);
        }
    }

    /** The place where a line begins that reaches up to {@code from}, or the farthest. */
    private static long startOfLine(RandomAccessFile file, long from, long farthest)
            throws IOException {
        for (long end = from; end > farthest; ) {
            long begin = Math.max(farthest, end - BYTES);
            byte[] bytes = read(file, begin, (int) (end - begin));
            for (int i = bytes.length - 1; i >= 0; i--) {
                if (endsALine(bytes[i])) return begin + i + 1;
            }
            end = begin;
        }
        return farthest;
    }

    private static int firstLineEnd(byte[] bytes) {
        int i = 0;
        while (i < bytes.length && !endsALine(bytes[i])) i++;
        return i;
    }

    private static boolean endsALine(byte character) {
        return character == '\n' || character == '\r';
    }

    private static byte[] read(RandomAccessFile file, long from, int length) throws IOException {
        var bytes = new byte[length];
        file.seek(from);
        file.readFully(bytes);
        return bytes;
    }

    private static String decoded(byte[] bytes, int from) {
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }
}
