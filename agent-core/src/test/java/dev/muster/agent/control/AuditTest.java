package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.home.MusterHome;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;

class AuditTest {
    @TempDir private Path folder;
    private MusterHome home;
    private Path file;

    @BeforeEach
    void home() {
        home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
        file = home.state().resolve("audit.jsonl");
    }

    @Test
    void all_that_was_done_is_written_in_its_order_and_for_this_user_alone() throws IOException {
        try (var audit = new Audit(AuditFile.open(home), () -> Instant.EPOCH)) {
            for (int k = 0; k < 100; k++) audit.tell("laptop", "stop " + k, "200");
        }

        assertThat(Files.readAllLines(file))
                .hasSize(100)
                .first()
                .asString()
                .contains("\"who\":\"laptop\"", "\"what\":\"stop 0\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void a_flood_of_mentions_is_one_line_in_the_end() throws IOException {
        try (var audit = new Audit(AuditFile.open(home), () -> Instant.EPOCH)) {
            for (int k = 0; k < 1_000; k++) audit.mention("laptop", "GET /x", "403 no");
            audit.tell("phone", "stop", "200");
        }

        assertThat(Files.readAllLines(file)).hasSize(Mentions.MOST + 2);
        assertThat(file)
                .content()
                .contains(
                        "%d more within a minute".formatted(1_000 - Mentions.MOST), "GET /x: 403");
    }

    @Test
    void a_file_that_has_become_large_is_told_of_and_goes_on() throws IOException {
        try (var audit = AuditFile.open(home);
                var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            assertThat(AuditFile.notice(home)).isEmpty();
            sparse.setLength(AuditFile.LARGE);

            audit.append(new AuditEntry(Instant.EPOCH, "laptop", "", "stop", "200"));

            assertThat(sparse.length()).isGreaterThan(AuditFile.LARGE);
            assertThat(AuditFile.notice(home)).get().asString().contains("64 MiB");
        }
    }
}
