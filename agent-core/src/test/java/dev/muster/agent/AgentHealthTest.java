package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** The agent's own health, asked for from outside. */
@Timeout(60)
class AgentHealthTest {
    private static final String PORT = "TORCHELASTIC_HEALTH_CHECK_PORT";

    @TempDir private Path folder;

    @Test
    void an_agent_that_was_given_a_port_answers_there_until_it_is_closed() throws IOException {
        int port = freePort();

        try (var _ = new ShellAgent(folder, Map.of(PORT, Integer.toString(port)))) {
            assertThat(get(port)).startsWith("HTTP/1.1 200 OK").contains("{\"alive\":true");
        }
        try (var free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(free.isBound()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "65536", "8080 8081", " "})
    void what_is_no_port_is_no_reason_not_to_run_anything(String port) {
        try (var agent = new ShellAgent(folder, Map.of(PORT, port))) {
            assertThat(agent.run(1, 0, "exit 0").end().orElseThrow().exitCode()).isZero();
        }
    }

    @Test
    void a_port_that_is_taken_is_no_reason_either() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var agent =
                        new ShellAgent(
                                folder, Map.of(PORT, Integer.toString(taken.getLocalPort())))) {
            assertThat(agent.run(1, 0, "exit 0").end().orElseThrow().exitCode()).isZero();
        }
    }

    private static String get(int port) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(
                            "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
