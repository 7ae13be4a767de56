package dev.muster.agent.control;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.Set;

/**
 * Opens a worker's file where the agent put it. The worker may have put links in its place since,
 * to what others must not read through us: from the tree of logs on, none is followed.
 */
final class WorkerLog {
    private WorkerLog() {}

    /**
     * @param file {@code <tree>/<attempt>/<local rank>/<stream>.log}
     * @throws IOException when it is gone, or is no plain file there
     */
    static FileChannel open(Path file) throws IOException {
        Path worker = file.getParent();
        Path attempt = worker == null ? null : worker.getParent();
        Path tree = attempt == null ? null : attempt.getParent();
        if (tree == null || attempt == null || worker == null) {
            throw new NoSuchFileException(file.toString());
        }
        try (DirectoryStream<Path> folder = Files.newDirectoryStream(tree)) {
            if (!(folder instanceof SecureDirectoryStream<Path> secure)) {
                return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            }
            try (var ofAttempt = below(secure, attempt);
                    var ofWorker = below(ofAttempt, worker)) {
                return plain(ofWorker, file.getFileName());
            }
        }
    }

    /** What is no plain file, a pipe say, might be opened for ever. */
    private static FileChannel plain(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        var attributes =
                folder.getFileAttributeView(
                        name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.readAttributes().isRegularFile()) {
            throw new NoSuchFileException(name.toString(), null, "no plain file");
        }
        var bytes =
                folder.newByteChannel(
                        name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        if (bytes instanceof FileChannel plain) return plain;
        bytes.close();
        throw new NoSuchFileException(name.toString(), null, "no plain file");
    }

    private static SecureDirectoryStream<Path> below(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        return folder.newDirectoryStream(name.getFileName(), LinkOption.NOFOLLOW_LINKS);
    }
}
