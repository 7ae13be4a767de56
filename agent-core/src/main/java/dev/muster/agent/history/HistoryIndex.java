package dev.muster.agent.history;

import dev.muster.agent.job.RunId;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of all runs, in a SQLite file or in memory. One thread at a time.
 *
 * <p>Several processes have the file open at once: cockpits, commands. It keeps SQLite's rollback
 * journal and not the write-ahead log, because the latter needs memory that all of them share and
 * so does not work in a home that comes over the network; and because we write seldom and little.
 * Who finds it locked waits a little.
 */
final class HistoryIndex implements AutoCloseable {
    /** Raised whenever the table or what stands in it changes; other versions are not read. */
    static final int VERSION = 1;

    private static final int MILLIS_TO_WAIT_FOR_OTHERS = 3_000;

    private static final String TABLE =
            """
            CREATE TABLE run (
              run TEXT PRIMARY KEY, journal_size INTEGER, journal_modified INTEGER,
              agent_pid INTEGER, state TEXT, name TEXT, arguments TEXT, host TEXT,
              started_at INTEGER, ended_at INTEGER, exit_code INTEGER, workers INTEGER,
              attempts INTEGER, restarts INTEGER, because TEXT, bytes INTEGER, log_dir TEXT,
              damage TEXT, text TEXT)
            """;

    /** What tells whether a run has to be read again. */
    record Known(RunFolders.Stamp stamp, RunState state) {}

    private final Connection connection;

    private HistoryIndex(Connection connection) {
        this.connection = connection;
    }

    /**
     * Opens the file, which may be missing. An older version's table is thrown away.
     *
     * @throws NewerIndex when a newer version made it
     */
    static HistoryIndex open(Path file) throws SQLException, NewerIndex {
        return over("jdbc:sqlite:" + file);
    }

    /** An empty one that is gone when it is closed. */
    static HistoryIndex inMemory() throws SQLException {
        try {
            return over("jdbc:sqlite::memory:");
        } catch (NewerIndex e) {
            throw new SQLException("a new index is of an unknown version", e);
        }
    }

    private static HistoryIndex over(String url) throws SQLException, NewerIndex {
        Connection connection = DriverManager.getConnection(url);
        try {
            prepare(connection);
            return new HistoryIndex(connection);
        } catch (SQLException | NewerIndex e) {
            connection.close();
            throw e;
        }
    }

    private static void prepare(Connection connection) throws SQLException, NewerIndex {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + MILLIS_TO_WAIT_FOR_OTHERS);
            if (version(statement) == VERSION) return;
            statement.execute("BEGIN IMMEDIATE");
            int version = version(statement); // somebody may have been quicker
            if (version < VERSION) {
                statement.execute("DROP TABLE IF EXISTS run");
                statement.execute(TABLE);
                statement.execute("PRAGMA user_version = " + VERSION);
            }
            statement.execute("COMMIT");
            if (version > VERSION) throw new NewerIndex(version);
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (ResultSet answer = statement.executeQuery("PRAGMA user_version")) {
            return answer.getInt(1);
        }
    }

    Map<RunId, Known> known() throws SQLException {
        var known = new HashMap<RunId, Known>();
        String query = "SELECT run, journal_size, journal_modified, state FROM run";
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                known.put(
                        new RunId(rows.getString(1)),
                        new Known(
                                new RunFolders.Stamp(rows.getLong(2), rows.getLong(3)),
                                RunState.valueOf(rows.getString(4))));
            }
        }
        return known;
    }

    /** Writes all of them or none. */
    void put(List<RunEntry> entries) throws SQLException {
        atOnce(
                "INSERT OR REPLACE INTO run VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                statement -> {
                    for (RunEntry entry : entries) {
                        EntryColumns.set(statement, entry);
                        statement.addBatch();
                    }
                });
    }

    void remove(Collection<RunId> runs) throws SQLException {
        atOnce(
                "DELETE FROM run WHERE run = ?",
                statement -> {
                    for (RunId run : runs) {
                        statement.setString(1, run.value());
                        statement.addBatch();
                    }
                });
    }

    /** Newest first. What the index cannot know, a state above all, is not looked at. */
    List<RunEntry> find(HistoryQuery query) throws SQLException {
        var conditions =
                new StringBuilder("SELECT * FROM run WHERE started_at >= ? AND started_at < ?");
        conditions.repeat(" AND text LIKE ? ESCAPE '\\'", query.words().size());
        conditions.append(" ORDER BY started_at DESC, run DESC");
        try (PreparedStatement statement = connection.prepareStatement(conditions.toString())) {
            statement.setLong(1, query.from().map(Instant::toEpochMilli).orElse(Long.MIN_VALUE));
            statement.setLong(2, query.to().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE));
            int place = 3;
            for (String word : query.words()) statement.setString(place++, pattern(word));
            return entries(statement);
        }
    }

    Optional<RunEntry> find(RunId run) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT * FROM run WHERE run = ?")) {
            statement.setString(1, run.value());
            return entries(statement).stream().findFirst();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private static List<RunEntry> entries(PreparedStatement statement) throws SQLException {
        var entries = new ArrayList<RunEntry>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) entries.add(EntryColumns.get(rows));
        }
        return entries;
    }

    /** Nothing in the word is special but for being looked for. */
    private static String pattern(String word) {
        return "%" + word.toLowerCase(Locale.ROOT).replaceAll("[\\\\%_]", "\\\\$0") + "%";
    }

    /** Fills a statement. */
    private interface Filling {
        void fill(PreparedStatement statement) throws SQLException;
    }

    private void atOnce(String update, Filling filling) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            filling.fill(statement);
            statement.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }
}
