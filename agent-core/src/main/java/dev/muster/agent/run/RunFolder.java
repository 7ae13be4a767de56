package dev.muster.agent.run;

import dev.muster.agent.function.CallFolder;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.home.RunOwner;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.journal.SecretPrints;
import dev.muster.agent.journal.SpecJson;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A run's own folder below the state folder, and the tree its workers write into.
 *
 * <p>With {@code --log-dir}, that folder gets exactly torchrun's tree: {@code <run
 * id>_<random>/attempt_<restart count>/<local rank>/} with the redirected or tee'd streams and
 * {@code error.json} (spec/elastic-agent §4.3). What is neither redirected nor tee'd goes below the
 * run's own folder, which has the same shape. An attempt never reuses another's folder: one that
 * starts again with the same restart count gets {@code attempt_<n>.<k>}.
 */
public final class RunFolder {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", java.util.Locale.ROOT);
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** Of the 255 bytes that a file name may have, with room for what follows. */
    private static final int LONGEST_NAME = 200;

    private final RunId run;
    private final Path folder;
    private final JobSpec spec;
    private final Path torchrunTree;

    private RunFolder(RunId run, Path folder, JobSpec spec, Path torchrunTree) {
        this.run = run;
        this.folder = folder;
        this.spec = spec;
        this.torchrunTree = torchrunTree;
    }

    /**
     * Makes the folder of a new run, under an id that no run has yet, and that of its log tree.
     *
     * @throws IOException when one of them cannot be made; no folder of the run is left then
     */
    public static RunFolder create(
            MusterHome home, JobSpec spec, Instant now, RandomGenerator random) throws IOException {
        Files.createDirectories(home.runs(), PRIVATE_FOLDER);
        String stamp = STAMP.format(now.atZone(ZoneId.systemDefault()));
        Path folder =
                newFolder(home.runs(), () -> "%s-%04x".formatted(stamp, random.nextInt(0x10000)));
        var run = new RunId(String.valueOf(folder.getFileName()));
        Path specFile = folder.resolve("spec.json");
        Path ownerFile = folder.resolve("agent.pid");
        try {
            write(specFile, SpecJson.withValues(spec));
            Optional<RunOwner> owner = RunOwner.ofThisProcess();
            if (owner.isPresent()) write(ownerFile, owner.get().text());
            return new RunFolder(run, folder, spec, logTree(spec, run, folder, random));
        } catch (IOException e) {
            Files.deleteIfExists(specFile);
            Files.deleteIfExists(ownerFile);
            Files.delete(folder);
            throw e;
        }
    }

    /** Keeps by what the secrets that workers inherit are known again, but not those. */
    void keepPrints(SecretPrints inherited) throws IOException {
        if (!inherited.equals(SecretPrints.NONE)) {
            write(folder.resolve("inherited.json"), inherited.text());
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createFile(file, PRIVATE_FILE);
        Files.writeString(file, text);
    }

    /**
     * As torchrun does: a folder of its own in the log directory, which only this user may read.
     */
    private static Path logTree(JobSpec spec, RunId run, Path folder, RandomGenerator random)
            throws IOException {
        if (spec.streams().logDir().isEmpty()) return folder;
        Path logDir = spec.streams().logDir().get();
        Files.createDirectories(logDir);
        String name = fileName(spec.rendezvousId().orElse(run.value()));
        return newFolder(logDir, () -> "%s_%08x".formatted(name, random.nextInt()));
    }

    /** Draws names until one is free. */
    private static Path newFolder(Path parent, Supplier<String> names) throws IOException {
        while (true) {
            try {
                return Files.createDirectory(parent.resolve(names.get()), PRIVATE_FOLDER);
            } catch (FileAlreadyExistsException _) {
                continue; // somebody drew the same name in this very second
            }
        }
    }

    public RunId run() {
        return run;
    }

    public Path journal() {
        return folder.resolve("events.jsonl");
    }

    /** Where the calls of functions are written down. */
    public CallFolder calls() {
        return CallFolder.ofRun(folder);
    }

    /** Makes the folder of an attempt and says its name. */
    public String beginAttempt(int restartCount) throws IOException {
        for (int again = 0; ; again++) {
            String name = "attempt_" + restartCount + (again == 0 ? "" : "." + again);
            if (Files.exists(folder.resolve(name)) || Files.exists(torchrunTree.resolve(name))) {
                continue;
            }
            Files.createDirectory(folder.resolve(name), PRIVATE_FOLDER);
            return name;
        }
    }

    /** Makes a worker's folders and empty files in an attempt that {@link #beginAttempt} made. */
    public WorkerFiles filesOf(String attempt, LocalRank localRank) throws IOException {
        Path ours = folder.resolve(attempt).resolve(localRank.toString());
        Path theirs = torchrunTree.resolve(attempt).resolve(localRank.toString());
        Files.createDirectories(ours, PRIVATE_FOLDER);
        Files.createDirectories(theirs, PRIVATE_FOLDER);
        var streams = spec.streams();
        boolean filesOut = streams.isFiled(localRank, LogStream.STDOUT);
        boolean filesErr = streams.isFiled(localRank, LogStream.STDERR);
        var files =
                new WorkerFiles(
                        (filesOut ? theirs : ours).resolve("stdout.log"),
                        (filesErr ? theirs : ours).resolve("stderr.log"),
                        theirs.resolve("error.json"));
        Files.createFile(files.stdout(), PRIVATE_FILE);
        Files.createFile(files.stderr(), PRIVATE_FILE);
        return files;
    }

    /** By which that worker says that it has saved. */
    public Path savedFile(String attempt, LocalRank localRank) {
        return folder.resolve(attempt).resolve(localRank.toString()).resolve("saved");
    }

    /** Makes the empty files of an attempt for the duplicated lines of all its workers. */
    Map<LogStream, Path> duplicatesOf(String attempt) throws IOException {
        Path theirs = torchrunTree.resolve(attempt);
        Files.createDirectories(theirs, PRIVATE_FOLDER);
        var files = new EnumMap<LogStream, Path>(LogStream.class);
        for (LogStream stream : spec.streams().duplicates().keySet()) {
            Path file = theirs.resolve("filtered_%s.log".formatted(stream.word()));
            files.put(stream, Files.createFile(file, PRIVATE_FILE));
        }
        return files;
    }

    /** A folder on each disk that something of the run is on. */
    List<Path> disks() throws IOException {
        boolean same =
                Files.getAttribute(folder, "unix:dev")
                        .equals(Files.getAttribute(torchrunTree, "unix:dev"));
        return same ? List.of(torchrunTree) : List.of(folder, torchrunTree);
    }

    /** A rendezvous id may hold anything, at any length; a folder's name may not. */
    private static String fileName(String id) {
        String allowed = id.replaceAll("[^A-Za-z0-9._-]", "_");
        return allowed.substring(0, Math.min(allowed.length(), LONGEST_NAME));
    }
}
