package dev.muster.agent.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of a log file that a worker may still be writing. Any thread. */
public final class FileLog implements AutoCloseable {
    private final FileChannel file;

    private FileLog(FileChannel file) {
        this.file = file;
    }

    /** Opens it for reading; the message of a failure names the file. */
    public static FileLog open(Path path) throws IOException {
        return new FileLog(FileChannel.open(path, StandardOpenOption.READ));
    }

    public long size() throws IOException {
        return file.size();
    }

    /** Reads from {@code position} into the free room; 0 at the present end. */
    public int read(long position, ByteBuffer into) throws IOException {
        return Math.max(0, file.read(into, position));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
