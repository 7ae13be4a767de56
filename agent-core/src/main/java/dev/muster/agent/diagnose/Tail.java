package dev.muster.agent.diagnose;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The end of a file a worker wrote, as lines that are not blank. Bytes that are no text become
 * replacement characters.
 *
 * @param cut whether the file has more, before these lines
 */
record Tail(List<String> lines, boolean cut) {
    private static final int BYTES = 64 * 1024;

    Tail {
        lines = List.copyOf(lines);
    }

    /** Nothing where there is no such file, or it cannot be read. */
    static Tail of(Path path) {
        try (var file = new RandomAccessFile(path.toFile(), "r")) {
            long start = Math.max(0, file.length() - BYTES);
            file.seek(start);
            var bytes = new byte[(int) (file.length() - start)];
            file.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isBlank())
                            .toList();
            boolean beginsInsideALine = start > 0 && lines.size() > 1;
            return new Tail(beginsInsideALine ? lines.subList(1, lines.size()) : lines, start > 0);
        } catch (IOException _) {
            return new Tail(List.of(), false);
        }
    }
}
