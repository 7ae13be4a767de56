package dev.muster.agent.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LocalRank;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

class WorkerSocketsTest {
    private static final LocalRank LAST = new LocalRank(999_999);

    @TempDir private Path folder;

    @Test
    void each_worker_of_each_attempt_has_a_path_in_a_folder_of_this_user() throws IOException {
        try (var sockets = open(folder)) {
            Path path = sockets.of(2, new LocalRank(1));

            assertThat(path.getFileName()).hasToString("2.1");
            assertThat(path.toString()).startsWith(folder.resolve("run") + "/w");
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(path.getParent())))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void a_path_always_fits_into_an_address_however_deep_the_home_lies() throws IOException {
        Path deep = folder.resolve("d".repeat(90));
        try (var sockets = open(deep)) {
            Path path = sockets.of(999_999, LAST);

            assertThat(path.toString().getBytes(StandardCharsets.UTF_8))
                    .hasSizeLessThanOrEqualTo(107);
            assertThat(path.toString()).doesNotStartWith(deep.toString());
        }
        assertThat(deep.resolve("run")).isEmptyDirectory();
    }

    @Test
    void nothing_is_left_of_it_even_if_a_worker_left_its_socket() throws IOException {
        var sockets = open(folder);
        Path socket = sockets.of(0, LAST);
        Files.createFile(socket);

        sockets.close();

        assertThat(socket.getParent()).doesNotExist();
    }

    private static WorkerSockets open(Path home) throws IOException {
        return WorkerSockets.open(Map.of("MUSTER_HOME", home.toString()));
    }
}
