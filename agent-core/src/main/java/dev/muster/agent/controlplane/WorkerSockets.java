package dev.muster.agent.controlplane;

import dev.muster.agent.job.LocalRank;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder that only this user may enter, with a place for a socket for each worker of a run. A
 * socket's path may have 107 bytes, so the folder has a short name, and lies in the system's folder
 * for temporary files where the usual one is too deep.
 */
public final class WorkerSockets implements AutoCloseable {
    /** The variable by which a worker learns its path. */
    public static final String VARIABLE = "TORCH_WORKER_SERVER_SOCKET";

    private static final int LONGEST_PATH = 107;
    private static final String LONGEST_NAME = "/999999.999999";
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path folder;

    private WorkerSockets(Path folder) {
        this.folder = folder;
    }

    /** Makes the folder: below {@code MUSTER_HOME} or {@code XDG_RUNTIME_DIR} where one is set. */
    public static WorkerSockets open(Map<String, String> environment) throws IOException {
        Optional<Path> parent =
                folder(environment, "MUSTER_HOME")
                        .map(home -> home.resolve("run"))
                        .or(
                                () ->
                                        folder(environment, "XDG_RUNTIME_DIR")
                                                .map(dir -> dir.resolve("muster")));
        if (parent.isPresent()) {
            Files.createDirectories(parent.get(), PRIVATE);
            Path own = Files.createTempDirectory(parent.get(), "w", PRIVATE);
            if (fits(own)) return new WorkerSockets(own);
            Files.delete(own);
        }
        return new WorkerSockets(Files.createTempDirectory("muster-w", PRIVATE));
    }

    /** Where that worker of that attempt is to listen. */
    public Path of(int attempt, LocalRank localRank) {
        return folder.resolve(attempt + "." + localRank);
    }

    private static boolean fits(Path folder) {
        String longest = folder + LONGEST_NAME;
        return longest.getBytes(StandardCharsets.UTF_8).length <= LONGEST_PATH;
    }

    private static Optional<Path> folder(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(value -> !value.isBlank())
                .map(value -> Path.of(value).toAbsolutePath().normalize());
    }

    /** Removes the folder, with the sockets of workers that could not do so themselves. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            for (Path socket : left.toList()) Files.deleteIfExists(socket);
        }
        Files.deleteIfExists(folder);
    }
}
