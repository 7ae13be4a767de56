package dev.muster.agent.history;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * SQLite's own code, loaded once. Its driver unpacks it into a file and counts on an orderly end of
 * the process to delete that; ours does not always have one. So it is unpacked into a folder of its
 * own, which goes as soon as the code is in memory.
 */
final class SqliteLibrary {
    /** Where the driver unpacks to. */
    private static final String FOLDER = "org.sqlite.tmpdir";

    private static boolean loaded;

    private SqliteLibrary() {}

    /**
     * Loads it out of {@code folder}, or of the system's for such files where no code may be run
     * out of that one.
     */
    static synchronized void load(Path folder) throws IOException {
        if (loaded) return;
        try {
            unpackInto(folder);
        } catch (SQLException | LinkageError first) {
            try {
                unpackInto(Path.of(System.getProperty("java.io.tmpdir")));
            } catch (SQLException | LinkageError e) {
                e.addSuppressed(first);
                throw new IOException("SQLite cannot be loaded: " + e.getMessage(), e);
            }
        }
        loaded = true;
    }

    private static void unpackInto(Path folder) throws IOException, SQLException {
        Path unpacked = Files.createTempDirectory(folder, ".sqlite-");
        System.setProperty(FOLDER, unpacked.toString());
        try {
            DriverManager.getConnection("jdbc:sqlite::memory:").close();
        } finally {
            delete(unpacked);
        }
    }

    private static void delete(Path unpacked) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(unpacked)) {
            for (Path file : files) Files.delete(file);
        }
        Files.delete(unpacked);
    }
}
