package dev.muster.agent.history;

import dev.muster.agent.job.RunId;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The index, kept true to the folders and in working order: what cannot be used is made anew, or
 * done without. One thread at a time.
 */
final class HistoryCatalogue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryCatalogue.class);

    /** SQLite's codes for a file that is broken or none of its own. */
    private static final int CORRUPT = 11;

    private static final int NOT_A_DATABASE = 26;

    /** Runs that are read between two writes, so that others need not wait for all of them. */
    private static final int AT_ONCE = 50;

    private final Path file;
    private final RunFolders folders;
    private HistoryIndex index;
    private Optional<String> notice = Optional.empty();

    private HistoryCatalogue(Path file, RunFolders folders) throws IOException {
        this.file = file;
        this.folders = folders;
        index = openIndex();
    }

    static HistoryCatalogue open(Path state, RunFolders folders) throws IOException {
        Files.createDirectories(
                state,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        SqliteLibrary.load(state);
        return new HistoryCatalogue(state.resolve("history.db"), folders);
    }

    Optional<String> notice() {
        return notice;
    }

    /** Reads what is new or has grown since it was read, and forgets what is gone. */
    void refresh() throws IOException {
        List<RunFolders.Found> present = folders.list();
        Map<RunId, HistoryIndex.Known> known = ask(HistoryIndex::known);
        var gone = new HashSet<>(known.keySet());
        present.forEach(found -> gone.remove(found.run()));
        if (!gone.isEmpty()) change(index -> index.remove(gone));
        var stale = present.stream().filter(found -> isStale(found, known)).toList();
        for (int from = 0; from < stale.size(); from += AT_ONCE) {
            read(stale.subList(from, Math.min(stale.size(), from + AT_ONCE)));
        }
    }

    /** The same for one run only. */
    void refresh(RunId run) throws IOException {
        Optional<RunFolders.Found> found = folders.find(run);
        if (found.isPresent()) {
            read(List.of(found.get()));
        } else {
            forget(run);
        }
    }

    List<RunEntry> find(HistoryQuery query) throws IOException {
        return ask(index -> index.find(query));
    }

    Optional<RunEntry> find(RunId run) throws IOException {
        return ask(index -> index.find(run));
    }

    void forget(RunId run) throws IOException {
        change(index -> index.remove(List.of(run)));
    }

    @Override
    public void close() throws IOException {
        try {
            index.close();
        } catch (SQLException e) {
            throw new IOException("the index of runs could not be closed: " + e.getMessage(), e);
        }
    }

    private static boolean isStale(RunFolders.Found found, Map<RunId, HistoryIndex.Known> known) {
        HistoryIndex.Known before = known.get(found.run());
        return before == null
                || !before.stamp().equals(found.stamp())
                || before.state() == RunState.RUNNING; // its logs grow
    }

    private void read(List<RunFolders.Found> stale) throws IOException {
        var entries = new ArrayList<RunEntry>();
        for (RunFolders.Found found : stale) {
            try {
                entries.add(RunEntry.read(found));
            } catch (NoSuchFileException _) {
                LOG.debug("{} was deleted while it was read", found.run());
            }
        }
        change(index -> index.put(entries));
    }

    /** Something to do with the index. */
    private interface Question<T> {
        T ask(HistoryIndex index) throws SQLException;
    }

    private interface Change {
        void make(HistoryIndex index) throws SQLException;
    }

    private void change(Change change) throws IOException {
        boolean _ =
                ask(
                        index -> {
                            change.make(index);
                            return true;
                        });
    }

    private <T> T ask(Question<T> question) throws IOException {
        try {
            return question.ask(index);
        } catch (SQLException e) {
            replaceIndex(e);
        }
        try {
            return question.ask(index);
        } catch (SQLException e) {
            throw unusable(e);
        }
    }

    private void replaceIndex(SQLException why) throws IOException {
        try {
            index.close();
        } catch (SQLException e) {
            LOG.debug("the broken index could not be closed", e);
        }
        index = openInsteadOf(why);
        refresh();
    }

    private HistoryIndex openIndex() throws IOException {
        try {
            return openFile();
        } catch (SQLException e) {
            return openInsteadOf(e);
        }
    }

    private HistoryIndex openInsteadOf(SQLException why) throws IOException {
        boolean broken = why.getErrorCode() == CORRUPT || why.getErrorCode() == NOT_A_DATABASE;
        if (!broken) return openInMemory(String.valueOf(why.getMessage()));
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-journal"));
        notice = Optional.of("the index of runs was damaged; it was made anew from their folders");
        try {
            return openFile();
        } catch (SQLException e) {
            return openInMemory(String.valueOf(e.getMessage()));
        }
    }

    private HistoryIndex openFile() throws IOException, SQLException {
        try {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException _) {
            LOG.debug("the index is there already");
        }
        try {
            return HistoryIndex.open(file);
        } catch (NewerIndex e) {
            return openInMemory("a newer Muster made it, " + e.getMessage());
        }
    }

    private HistoryIndex openInMemory(String why) throws IOException {
        notice =
                Optional.of(
                        "the index of runs cannot be used now (%s); this takes a little longer"
                                .formatted(why));
        try {
            return HistoryIndex.inMemory();
        } catch (SQLException e) {
            throw unusable(e);
        }
    }

    private static IOException unusable(SQLException why) {
        return new IOException("there can be no index of runs: " + why.getMessage(), why);
    }
}
