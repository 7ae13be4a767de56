package dev.muster.agent.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.job.CallFiles;
import dev.muster.agent.job.Rank;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The files of a run's calls, below a folder of their own. Any thread.
 *
 * @param folder made when the first call is written down
 */
public record CallFolder(Path folder) {
    private static final String CALLER = "call_function.py";
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** Of the run that has this folder. */
    public static CallFolder ofRun(Path runFolder) {
        return new CallFolder(runFolder.resolve("function"));
    }

    /** Where the call of that rank in that attempt is, whether it was written down or not. */
    public CallFiles files(int attempt, Rank rank) {
        Path ofRank = folder.resolve("attempt_" + attempt).resolve(rank.toString());
        return new CallFiles(
                folder.resolve(CALLER),
                ofRank.resolve("arguments.json"),
                ofRank.resolve("result.json"));
    }

    /**
     * Writes a call down, so that a worker can make it. Once: an earlier call's result must not
     * pass for this one's.
     *
     * @param arguments JSON values
     */
    public void write(CallFiles call, List<String> arguments) throws IOException {
        Files.createDirectories(call.result().getParent(), PRIVATE_FOLDER);
        if (Files.notExists(call.caller())) writePrivate(call.caller(), callerSource());
        writePrivate(call.arguments(), ("[" + String.join(",\n", arguments) + "]").getBytes(UTF_8));
    }

    /** What that rank returned in that attempt; empty when it returned nothing. */
    public Optional<Path> result(int attempt, Rank rank) {
        return Optional.of(files(attempt, rank).result()).filter(Files::isRegularFile);
    }

    private static void writePrivate(Path file, byte[] content) throws IOException {
        try {
            Files.createFile(file, PRIVATE_FILE);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(file + " is there already (expected: a folder of its own)", e);
        }
        Files.write(file, content, StandardOpenOption.WRITE);
    }

    private static byte[] callerSource() throws IOException {
        try (InputStream source = CallFolder.class.getResourceAsStream(CALLER)) {
            if (source == null) throw new IOException(CALLER + " is missing from this program");
            return source.readAllBytes();
        }
    }
}
