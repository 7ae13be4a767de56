package dev.muster.agent.diagnose;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.FailureCause.WriteFailed;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out whether a worker failed because it could not write: by what it said last, or, since a
 * full disk takes its last words as well, by the disks that its own files are on.
 *
 * @param gauge asks the disk of a folder
 */
record WriteErrors(DiskSpace.Gauge gauge) {
    /** A write to a mapped file that finds no room. */
    private static final Signal BUS = new Signal(7);

    /** A write beyond the size that a file of this process may have. */
    private static final Signal FILE_SIZE = new Signal(25);

    private static final Pattern TOLD =
            Pattern.compile(
                    "(?i)no space left on device|disk quota exceeded|file too large|write error"
                            + "|file write failed|failed writing file|\\[Errno (?:27|28|122)\\]");

    /** What a line says, if it says that a write failed. */
    Optional<FailureCause> toldBy(String line) {
        return TOLD.matcher(line).find()
                ? Optional.of(new WriteFailed("a write failed: " + line))
                : Optional.empty();
    }

    /** The cause of an end for which a worker gave no reason of its own. */
    Optional<FailureCause> behind(Tail stderr, WorkerFiles files) {
        if (stderr.lines().isEmpty()) return byDisk(files);
        String last =
                LastWords.shortened(stderr.lines().getLast().strip(), Diagnosis.MOST_OF_A_SENTENCE);
        return toldBy(last).or(() -> byDisk(files));
    }

    /** The cause of a signal that the system sends when a write cannot be done. */
    Optional<FailureCause> behind(Signal signal, WorkerFiles files) {
        if (signal.equals(BUS)) return byDisk(files);
        return signal.equals(FILE_SIZE)
                ? Optional.of(
                        new WriteFailed("a write failed: a file reached the limit of its size"))
                : Optional.empty();
    }

    private Optional<FailureCause> byDisk(WorkerFiles files) {
        return Stream.of(files.stdout(), files.stderr(), files.error())
                .flatMap(file -> Stream.ofNullable(file.getParent()))
                .distinct()
                .filter(this::isFull)
                .findFirst()
                .map(
                        folder ->
                                new WriteFailed(
                                        "most likely a write failed, as the disk of %s is full"
                                                .formatted(folder)));
    }

    private boolean isFull(Path folder) {
        try {
            return gauge.of(folder).isFull();
        } catch (IOException _) {
            return false; // the folder is gone, and with it what could be said of its disk
        }
    }
}
