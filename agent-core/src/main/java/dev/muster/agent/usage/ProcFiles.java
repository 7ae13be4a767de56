package dev.muster.agent.usage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * {@code /proc}, as far as measurements need it. A process that ends while it is read is not there.
 * Used by one thread at a time.
 */
final class ProcFiles {
    /** Bytes that came from storage, or went there. */
    record Io(long read, long written) {
        static final Io NONE = new Io(0, 0);
    }

    private static final int LONGEST_STAT = 4096;
    private static final long AT_PAGESZ = 6;
    private static final long USUAL_PAGE = 4096;

    private final Path proc;
    private final byte[] buffer = new byte[LONGEST_STAT];

    ProcFiles(Path proc) {
        this.proc = proc;
    }

    /** Every process of the machine, by pid. */
    Map<Integer, ProcessTimes> processes() throws IOException {
        var found = new HashMap<Integer, ProcessTimes>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path entry : entries) {
                int pid = Integer.parseInt(String.valueOf(entry.getFileName()));
                stat(entry).ifPresent(line -> found.put(pid, ProcessTimes.parse(pid, line)));
            }
        }
        return found;
    }

    /** What a process has read and written; nothing where it may not be known. */
    Io io(int pid) {
        try {
            long read = 0;
            long written = 0;
            for (String line : Files.readAllLines(proc.resolve(pid + "/io"))) {
                if (line.startsWith("read_bytes: ")) read = number(line);
                if (line.startsWith("write_bytes: ")) written = number(line);
            }
            return new Io(read, written);
        } catch (IOException _) {
            return Io.NONE;
        }
    }

    /** How many bytes a page of memory has here. */
    long pageSize() {
        try {
            var vector =
                    ByteBuffer.wrap(Files.readAllBytes(proc.resolve("self/auxv")))
                            .order(ByteOrder.nativeOrder());
            while (vector.remaining() >= 2 * Long.BYTES) {
                long key = vector.getLong();
                long value = vector.getLong();
                if (key == AT_PAGESZ) return value;
            }
            return USUAL_PAGE;
        } catch (IOException _) {
            return USUAL_PAGE;
        }
    }

    private static long number(String line) {
        return Long.parseLong(line.substring(line.indexOf(' ') + 1));
    }

    private Optional<String> stat(Path entry) {
        try (InputStream file = Files.newInputStream(entry.resolve("stat"))) {
            int length = file.readNBytes(buffer, 0, buffer.length);
            return length > 0
                    ? Optional.of(
                            new String(buffer, 0, length, StandardCharsets.ISO_8859_1).strip())
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}
