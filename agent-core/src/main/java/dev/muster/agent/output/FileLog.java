package dev.muster.agent.output;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** The bytes of a log file that a worker may still be writing. Any thread. */
public final class FileLog implements AutoCloseable {
    private final FileChannel file;

    private FileLog(FileChannel file) {
        this.file = file;
    }

    /**
     * Opens it for reading; the message of a failure names the file. A link is not followed, and
     * what is no file is not opened: a worker may have put either there, and a pipe without a
     * writer would keep us for good.
     */
    public static FileLog open(Path path) throws IOException {
        var found = Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
        if (!found.isRegularFile()) {
            throw new FileSystemException(path.toString(), null, "not a regular file any more");
        }
        return new FileLog(FileChannel.open(path, StandardOpenOption.READ, NOFOLLOW_LINKS));
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
