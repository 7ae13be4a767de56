package dev.muster.agent.history;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.muster.agent.job.RunId;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The folders of all runs. A link among them, or in them, is never followed. */
final class RunFolders {
    /** By which a journal that has grown is known; zeros where there is none. */
    record Stamp(long size, long modifiedNanos) {}

    record Found(RunId run, Path folder, Stamp stamp) {
        Path journal() {
            return folder.resolve("events.jsonl");
        }

        Path spec() {
            return folder.resolve("spec.json");
        }

        Path owner() {
            return folder.resolve("agent.pid");
        }
    }

    private final Path runs;

    RunFolders(Path runs) {
        this.runs = runs;
    }

    /** In no order. None when no run was ever started. */
    List<Found> list() throws IOException {
        var all = new ArrayList<Found>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(runs)) {
            for (Path entry : entries) {
                Optional<RunId> run = idOf(entry);
                if (run.isPresent()) find(run.get()).ifPresent(all::add);
            }
        } catch (NoSuchFileException _) {
            return List.of();
        }
        return all;
    }

    /** Absent when there is no such folder, or something else in its place. */
    Optional<Found> find(RunId run) throws IOException {
        Path folder = runs.resolve(run.value());
        if (!Files.isDirectory(folder, NOFOLLOW_LINKS)) return Optional.empty();
        return Optional.of(new Found(run, folder, stamp(folder.resolve("events.jsonl"))));
    }

    /** What the files below a folder hold, and when one of them was written last. */
    record Content(long bytes, Instant writtenLast) {}

    /** What goes away meanwhile does not count. */
    static Content content(Path folder) throws IOException {
        var sum = new Sum();
        Files.walkFileTree(folder, sum);
        return new Content(sum.bytes, sum.writtenLast);
    }

    private static Optional<RunId> idOf(Path entry) {
        try {
            return Optional.of(new RunId(String.valueOf(entry.getFileName())));
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // something of somebody else's
        }
    }

    private static Stamp stamp(Path journal) throws IOException {
        try {
            var found = Files.readAttributes(journal, BasicFileAttributes.class, NOFOLLOW_LINKS);
            return found.isRegularFile()
                    ? new Stamp(found.size(), found.lastModifiedTime().to(TimeUnit.NANOSECONDS))
                    : new Stamp(0, 0);
        } catch (NoSuchFileException _) {
            return new Stamp(0, 0);
        }
    }

    private static final class Sum extends SimpleFileVisitor<Path> {
        private long bytes;
        private Instant writtenLast = Instant.EPOCH;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
            if (found.isRegularFile()) bytes += found.size();
            Instant written = found.lastModifiedTime().toInstant();
            if (written.isAfter(writtenLast)) writtenLast = written;
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException why) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException why) {
            return FileVisitResult.CONTINUE;
        }
    }
}
