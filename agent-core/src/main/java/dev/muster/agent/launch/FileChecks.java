package dev.muster.agent.launch;

import static dev.muster.agent.launch.LaunchField.LOG_DIR;
import static dev.muster.agent.launch.LaunchField.WORKING_DIRECTORY;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Folders, and what relative paths start from. */
final class FileChecks {
    private final Machine machine;
    private final Findings findings;
    private Path base;
    private boolean baseIsThere = true;

    FileChecks(Machine machine, Findings findings) {
        this.machine = machine;
        this.findings = findings;
        base = machine.directory();
    }

    /** Checks it; from then on relative paths start there. */
    Path workingDirectory(String text) {
        path(WORKING_DIRECTORY, text).ifPresent(this::startFrom);
        return base;
    }

    private void startFrom(Path directory) {
        if (!Files.exists(directory)) {
            findings.add(
                    WORKING_DIRECTORY,
                    "there is nothing at %s, expected a folder".formatted(directory));
        } else if (!Files.isDirectory(directory)) {
            findings.add(WORKING_DIRECTORY, "%s is a file, expected a folder".formatted(directory));
        } else if (!machine.access().executable(directory)) {
            findings.add(
                    WORKING_DIRECTORY,
                    "%s may not be entered by this user, expected a folder that may"
                            .formatted(directory));
        }
        base = directory;
        baseIsThere = Files.isDirectory(directory);
    }

    /** The folder for torchrun's log tree. */
    Optional<Path> logDir(String text) {
        Optional<Path> directory = path(LOG_DIR, text);
        directory.filter(this::canBeJudged).ifPresent(this::checkWritable);
        return directory;
    }

    private void checkWritable(Path directory) {
        Path there = nearestExisting(directory);
        if (!Files.isDirectory(there)) {
            findings.add(
                    LOG_DIR,
                    "%s is a file, expected a folder or a new name inside one".formatted(there));
        } else if (!machine.access().writable(there) || !machine.access().executable(there)) {
            findings.add(
                    LOG_DIR,
                    "%s may not be written by this user, expected a folder that may"
                            .formatted(there));
        }
    }

    private static Path nearestExisting(Path path) {
        Path there = path;
        while (!Files.exists(there)) {
            Path parent = there.getParent();
            if (parent == null) return there;
            there = parent;
        }
        return there;
    }

    /** The absolute path meant by the text; nothing when there is no text, or no path in it. */
    Optional<Path> path(LaunchField field, String text) {
        if (text.isEmpty()) return Optional.empty();
        try {
            Path path = base.resolve(machine.withHome(text));
            // with links about, a/../b need not be b, so only paths without .. are tidied
            return Optional.of(text.contains("..") ? path : path.normalize());
        } catch (InvalidPathException e) {
            findings.add(
                    field,
                    "found a name that no file can have (%s), expected a path"
                            .formatted(e.getReason()));
            return Optional.empty();
        }
    }

    /** False for what lies in a working directory that is not there, which has been said before. */
    boolean canBeJudged(Path path) {
        return baseIsThere || !path.startsWith(base);
    }

    Path base() {
        return base;
    }
}
