package dev.muster.agent.control;

import dev.muster.agent.home.MusterHome;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * {@code audit.jsonl}: a line of JSON for each entry, only ever appended, in one write, by any
 * process of this user. Nobody but this user may read it, and nobody removes anything of it for
 * him: when it has become large, it says so. Waits for the disk; one thread at a time.
 */
public final class AuditFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);

    /** A few hundred thousand entries. */
    static final long LARGE = 64L << 20;

    private final Path path;
    private final FileChannel file;
    private long toldFrom = LARGE;

    private AuditFile(Path path, FileChannel file) {
        this.path = path;
        this.file = file;
    }

    private static Path of(MusterHome home) {
        return home.state().resolve("audit.jsonl");
    }

    /**
     * Goes on behind what is there.
     *
     * @throws IOException when it cannot be written
     */
    static AuditFile open(MusterHome home) throws IOException {
        Path path = of(home);
        Files.createDirectories(path.toAbsolutePath().getParent());
        var append = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        return new AuditFile(path, FileChannel.open(path, append, ownerOnly));
    }

    /** For what this very process did, without an agent. */
    public static void append(
            MusterHome home, Instant at, String program, String what, String outcome)
            throws IOException {
        String who = "%s, process %d".formatted(program, ProcessHandle.current().pid());
        try (var file = open(home)) {
            file.append(new AuditEntry(at, who, "", what, outcome));
        }
    }

    /** That it has become large; empty while it has not. */
    public static Optional<String> notice(MusterHome home) throws IOException {
        Path path = of(home);
        long size = Files.exists(path) ? Files.size(path) : 0;
        return size < LARGE ? Optional.empty() : Optional.of(notice(path, size));
    }

    private static String notice(Path path, long size) {
        return "%s has %d MiB, and nobody shortens it; move it away when you have read it"
                .formatted(path, size >> 20);
    }

    void append(AuditEntry entry) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(entry.line().getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) file.write(bytes);
        long size = file.size();
        if (size < toldFrom) return;
        LOG.warn("{}", notice(path, size));
        toldFrom = 2 * size;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
