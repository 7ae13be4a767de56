package dev.muster.agent.control;

import dev.muster.agent.job.LevelReader;
import dev.muster.agent.job.LineLevel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How many lines the workers have written, by level. Each count goes on where the one before it
 * stopped, and reads a certain amount at most: behind workers that print a great deal it falls
 * back, and catches up when they print less. Any thread, one at a time.
 */
final class LogLines {
    /** Read in some tenths of a second, which whoever scrapes has. */
    private static final long MOST_BYTES = 64L << 20;

    private static final Pattern COLORS = Pattern.compile("\u001b\\[[0-9;]*m");

    private final Map<Path, OneFile> files = new HashMap<>();
    private final ByteBuffer piece = ByteBuffer.allocate(1 << 16);
    private final long mostBytes;

    LogLines() {
        this(MOST_BYTES);
    }

    /**
     * @param mostBytes that are read of all files in one count
     */
    LogLines(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Lines so far of each of those files that is there; of all others nothing is known then. */
    synchronized Map<Path, Map<LineLevel, Long>> count(Set<Path> present) {
        files.keySet().retainAll(present);
        var counted = new HashMap<Path, Map<LineLevel, Long>>();
        long share = mostBytes / Math.max(1, present.size());
        for (Path path : present) {
            try (FileChannel channel = WorkerLog.open(path)) {
                OneFile file = files.computeIfAbsent(path, _ -> new OneFile());
                file.readOn(channel, share, piece);
                counted.put(path, Map.copyOf(file.lines));
            } catch (IOException _) {
                continue; // it is gone, and is told no more of
            }
        }
        return counted;
    }

    /** How far one file was read, and what was in it. */
    private static final class OneFile {
        private final Map<LineLevel, Long> lines = new EnumMap<>(LineLevel.class);
        private final LevelReader levels = new LevelReader();
        private final byte[] head = new byte[2 * LevelReader.READ_COLUMNS]; // colours included
        private int headLength;
        private long position;

        OneFile() {
            for (LineLevel level : LineLevel.values()) lines.put(level, 0L);
        }

        void readOn(FileChannel file, long most, ByteBuffer piece) throws IOException {
            if (file.size() < position) { // it was cut, and begins anew
                position = 0;
                headLength = 0;
            }
            long end = Math.min(file.size(), position + most);
            while (position < end) {
                piece.clear().limit((int) Math.min(piece.capacity(), end - position));
                int count = file.read(piece, position);
                if (count <= 0) return;
                position += count;
                take(piece.array(), count);
            }
        }

        private void take(byte[] bytes, int count) {
            for (int k = 0; k < count; k++) {
                if (bytes[k] == '\n') {
                    endLine();
                } else if (headLength < head.length) {
                    head[headLength++] = bytes[k];
                }
            }
        }

        private void endLine() {
            var text = new String(head, 0, headLength, StandardCharsets.ISO_8859_1);
            headLength = 0;
            String plain = text.indexOf('\u001b') < 0 ? text : COLORS.matcher(text).replaceAll("");
            lines.merge(levels.next(plain), 1L, Long::sum);
        }
    }
}
