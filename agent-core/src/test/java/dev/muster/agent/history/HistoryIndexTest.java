package dev.muster.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.RunId;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

/** The file {@code history.db} and what may have become of it. */
class HistoryIndexTest {
    @TempDir private Path folder;
    private PastRuns past;

    @BeforeEach
    void aRunThatIsIndexed() throws IOException {
        past = new PastRuns(folder);
        past.succeeded("one", Duration.ZERO, Duration.ofHours(1));
        assertThat(runs()).containsExactly("one");
    }

    @Test
    void nobody_else_may_read_it() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void a_run_that_has_not_changed_is_not_read_again() throws IOException, SQLException {
        execute("UPDATE run SET name = 'from the index'");

        try (History history = open()) {
            assertThat(history.list(HistoryQuery.EVERYTHING))
                    .singleElement()
                    .extracting(PastRun::name)
                    .isEqualTo("from the index");
        }
    }

    @Test
    void when_it_is_missing_it_is_made_anew() throws IOException {
        Files.delete(file());

        assertThat(runs()).containsExactly("one");
        assertThat(file()).isNotEmptyFile();
    }

    @Test
    void when_it_is_no_database_it_is_made_anew_and_that_is_said() throws IOException {
        Files.writeString(file(), "no database at all\n".repeat(1000));

        try (History history = open()) {
            assertThat(history.list(HistoryQuery.EVERYTHING)).hasSize(1);
            assertThat(history.notice())
                    .contains("the index of runs was damaged; it was made anew from their folders");
        }
        assertThat(runs()).containsExactly("one");
    }

    @Test
    void when_its_pages_are_overwritten_it_is_made_anew() throws IOException {
        byte[] bytes = Files.readAllBytes(file());
        Arrays.fill(bytes, 100, bytes.length, (byte) 0x5A);
        Files.write(file(), bytes);

        assertThat(runs()).containsExactly("one");
    }

    @Test
    void an_older_version_is_replaced() throws IOException, SQLException {
        execute("ALTER TABLE run DROP COLUMN text", "PRAGMA user_version = 0");

        try (History history = open()) {
            assertThat(history.list(HistoryQuery.EVERYTHING.withWords("train"))).hasSize(1);
            assertThat(history.notice()).isEmpty();
        }
    }

    @Test
    void a_newer_version_is_left_alone_and_the_runs_are_read_without_it()
            throws IOException, SQLException {
        execute("PRAGMA user_version = 99");
        byte[] before = Files.readAllBytes(file());

        try (History history = open()) {
            assertThat(history.list(HistoryQuery.EVERYTHING)).hasSize(1);
            assertThat(history.notice().orElseThrow()).contains("a newer Muster made it");
        }
        assertThat(file()).hasBinaryContent(before);
    }

    @Test
    void while_another_process_keeps_it_locked_the_runs_are_read_without_it()
            throws IOException, SQLException {
        past.succeeded("two", Duration.ofHours(2), Duration.ofHours(3));
        try (Connection other = connect();
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");

            try (History history = open()) {
                assertThat(history.list(HistoryQuery.EVERYTHING))
                        .extracting(PastRun::run)
                        .containsExactly(new RunId("two"), new RunId("one"));
                assertThat(history.notice().orElseThrow()).contains("cannot be used now");
            }
        }
    }

    @Test
    void two_at_once_see_the_same() throws IOException {
        try (History one = open();
                History other = open()) {
            past.succeeded("two", Duration.ofHours(2), Duration.ofHours(3));

            assertThat(one.list(HistoryQuery.EVERYTHING))
                    .isEqualTo(other.list(HistoryQuery.EVERYTHING))
                    .hasSize(2);
        }
    }

    @Test
    void values_of_the_environment_are_not_in_it() throws IOException {
        var spec =
                dev.muster.agent.job.SampleSpec.ofScript()
                        .environment(java.util.Map.of("TOKEN", "s3cret-value"))
                        .build();
        past.write("two", spec, past.begun("two", spec, Duration.ZERO), List.of());
        runs();

        assertThat(Files.readString(file(), java.nio.charset.StandardCharsets.ISO_8859_1))
                .doesNotContain("s3cret-value");
    }

    @Test
    void a_home_without_any_run_has_an_empty_history() throws IOException {
        var nobody = new PastRuns(folder.resolve("nobody"));

        try (History history = History.open(nobody.home(), InstantSource.system())) {
            assertThat(history.list(HistoryQuery.EVERYTHING)).isEmpty();
        }
    }

    private List<String> runs() throws IOException {
        try (History history = open()) {
            return history.list(HistoryQuery.EVERYTHING).stream()
                    .map(run -> run.run().value())
                    .toList();
        }
    }

    private History open() throws IOException {
        return History.open(past.home(), InstantSource.fixed(PastRuns.NOON));
    }

    private Path file() {
        return past.home().state().resolve("history.db");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String text : statements) statement.execute(text);
        }
    }
}
