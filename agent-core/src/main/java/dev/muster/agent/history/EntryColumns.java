package dev.muster.agent.history;

import dev.muster.agent.job.RunId;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Optional;

/** A run's entry as a row of the index, in the order of its columns. */
final class EntryColumns {
    private EntryColumns() {}

    static void set(PreparedStatement row, RunEntry entry) throws SQLException {
        PastRun run = entry.run();
        row.setString(1, run.run().value());
        row.setLong(2, entry.stamp().size());
        row.setLong(3, entry.stamp().modifiedNanos());
        row.setLong(4, entry.agentPid());
        row.setString(5, run.state().name());
        row.setString(6, run.name());
        row.setString(7, run.arguments());
        row.setString(8, run.host());
        row.setLong(9, run.startedAt().toEpochMilli());
        setMaybe(row, 10, run.endedAt().map(Instant::toEpochMilli), Types.INTEGER);
        setMaybe(row, 11, run.exitCode(), Types.INTEGER);
        row.setInt(12, run.workers());
        row.setInt(13, run.attempts());
        row.setInt(14, run.restarts());
        row.setString(15, run.because());
        row.setLong(16, run.bytes());
        setMaybe(row, 17, run.logDir().map(Path::toString), Types.VARCHAR);
        setMaybe(row, 18, run.damage(), Types.VARCHAR);
        row.setString(19, entry.text());
    }

    static RunEntry get(ResultSet row) throws SQLException {
        var run =
                new PastRun(
                        new RunId(row.getString(1)),
                        RunState.valueOf(row.getString(5)),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        Instant.ofEpochMilli(row.getLong(9)),
                        maybeLong(row, 10).map(Instant::ofEpochMilli),
                        maybeLong(row, 11).map(Math::toIntExact),
                        row.getInt(12),
                        row.getInt(13),
                        row.getInt(14),
                        row.getString(15),
                        row.getLong(16),
                        Optional.ofNullable(row.getString(17)).map(Path::of),
                        Optional.ofNullable(row.getString(18)));
        return new RunEntry(
                new RunFolders.Stamp(row.getLong(2), row.getLong(3)),
                row.getLong(4),
                run,
                row.getString(19));
    }

    private static void setMaybe(PreparedStatement row, int column, Optional<?> value, int type)
            throws SQLException {
        if (value.isPresent()) {
            row.setObject(column, value.get());
        } else {
            row.setNull(column, type);
        }
    }

    private static Optional<Long> maybeLong(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }
}
