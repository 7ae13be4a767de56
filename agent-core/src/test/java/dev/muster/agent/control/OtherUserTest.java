package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.control.api.ApiPath;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** A program of another user finds the door closed, and closed again behind it. */
@Needs(TestGroup.SECOND_USER)
class OtherUserTest {
    private static final String ASK =
            """
            import socket, sys
            s = socket.socket(socket.AF_UNIX)
            try:
                s.connect(sys.argv[1])
            except PermissionError:
                print("no entry"); sys.exit()
            try:
                s.sendall(b"GET /v1/agent HTTP/1.1\\r\\nConnection: close\\r\\n\\r\\n")
                print("got %d bytes" % len(s.recv(65536)))
            except (ConnectionResetError, BrokenPipeError):
                print("hung up")
            """;

    @TempDir private Path folder;

    @Test
    void another_user_does_not_get_as_far_as_the_socket() throws IOException, InterruptedException {
        open(folder);
        try (var agent = new ServedAgent(folder)) {
            assertThat(ask(agent.socket())).isEqualTo("no entry\n");
        }
    }

    @Test
    void another_user_for_whom_somebody_opened_the_door_is_refused_and_written_down()
            throws IOException, InterruptedException {
        open(folder);
        try (var agent = new ServedAgent(folder)) {
            Path socket = agent.socket();
            open(agent.runtimeFolder());
            open(socket.resolveSibling("."));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rwxrwxrwx"));

            String said = ask(socket);

            assertThat(said).isIn("hung up\n", "got 0 bytes\n");
            Path audit = agent.home().state().resolve("audit.jsonl");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () ->
                                    assertThat(audit)
                                            .content()
                                            .contains("user 65534")
                                            .contains("refused"));
            assertThat(RawClient.get(socket, ApiPath.HEALTH).status()).isEqualTo(200);
        }
    }

    private static String ask(Path socket) throws IOException, InterruptedException {
        Process other =
                new ProcessBuilder(
                                "setpriv",
                                "--reuid=65534",
                                "--clear-groups",
                                "/usr/bin/python3",
                                "-c",
                                ASK,
                                socket.toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        other.waitFor();
        return said;
    }

    private static void open(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
