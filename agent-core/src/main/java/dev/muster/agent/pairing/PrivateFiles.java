package dev.muster.agent.pairing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.home.MusterHome;
import dev.muster.agent.home.PrivateFolder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The files that say whom to trust, in a folder that nobody else may enter. Each is written whole
 * or not at all. Any thread, any process.
 */
final class PrivateFiles {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final long LARGEST = 1 << 20;

    /** A lock on a file keeps other processes out, and only them. */
    private static final ReentrantLock HERE = new ReentrantLock();

    private final PrivateFolder folder;

    /** Something that is done while nobody else changes the files. */
    @FunctionalInterface
    interface Change<T> {
        T make() throws IOException;
    }

    PrivateFiles(MusterHome home) {
        folder =
                new PrivateFolder(
                        home.config().resolve("pairing"), "this is where it stands whom to trust");
    }

    /** Makes the folder where it is not there yet. */
    Path folder() throws IOException {
        folder.prepare();
        return folder.path();
    }

    Optional<String> read(String name) throws IOException {
        try {
            folder.check();
            Path file = folder.path().resolve(name);
            if (Files.size(file) > LARGEST) throw new IOException(file + " is too large");
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** Within a {@link #alone}. */
    void write(String name, String text) throws IOException {
        Path fresh = folder().resolve(name + ".new");
        Files.deleteIfExists(fresh); // of somebody who was killed while he wrote
        Files.createFile(fresh, OWNER_ONLY);
        try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            var bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
        Files.move(fresh, folder().resolve(name), StandardCopyOption.ATOMIC_MOVE);
        try (var names = FileChannel.open(folder(), StandardOpenOption.READ)) {
            names.force(true); // or somebody revoked is back when the power was off
        }
    }

    <T> T alone(Change<T> change) throws IOException {
        HERE.lock();
        try (var file =
                        FileChannel.open(
                                folder().resolve("lock"),
                                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                                OWNER_ONLY);
                var _ = file.lock()) {
            return change.make();
        } finally {
            HERE.unlock();
        }
    }
}
