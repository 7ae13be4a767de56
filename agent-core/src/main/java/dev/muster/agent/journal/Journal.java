package dev.muster.agent.journal;

import dev.muster.agent.event.NumberedEvent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Appends a run's events to its file, a line each, in one write: what is torn by a crash is at most
 * the last line. On the agent's thread.
 */
public final class Journal implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final FileChannel file;

    private Journal(FileChannel file) {
        this.file = file;
    }

    /**
     * Creates the file, which must not exist: a run has one journal and one writer. Only this user
     * may read it.
     */
    public static Journal create(Path path) throws IOException {
        var create = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new Journal(FileChannel.open(path, create, OWNER_ONLY));
    }

    public void append(NumberedEvent event) throws IOException {
        String line = EventJson.line(event) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) file.write(bytes);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
