package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.AgentSockets;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** With processes that do nothing but live, and files in place of their sockets. */
@Timeout(120)
class AgentDirectoryTest {
    @TempDir private Path folder;
    private AgentSockets sockets;
    private AgentDirectory directory;
    private volatile List<AgentSocket> told = List.of();

    @BeforeEach
    void open() throws IOException {
        sockets = new AgentSockets(folder.resolve("run"));
        directory = AgentDirectory.open(sockets);
        directory.watch(now -> told = now);
    }

    @AfterEach
    void close() throws IOException {
        directory.close();
    }

    @Test
    void an_agent_that_comes_is_told_of_and_so_is_one_that_goes() throws IOException {
        AgentSocket own = sockets.own();

        Files.createFile(own.path());
        await().atMost(60, TimeUnit.SECONDS).until(() -> told.equals(List.of(own)));
        Files.delete(own.path());
        await().atMost(60, TimeUnit.SECONDS).until(() -> told.isEmpty());

        assertThat(directory.agents()).isEmpty();
    }

    @Test
    void whoever_watches_late_is_told_of_those_who_are_there() throws IOException {
        AgentSocket own = sockets.own();
        Files.createFile(own.path());

        try (var late = AgentDirectory.open(sockets)) {
            assertThat(late.agents()).containsExactly(own);
        }
    }

    @Test
    void an_agent_that_is_killed_is_gone_though_its_socket_is_left_behind() throws IOException {
        Process killed = new ProcessBuilder("sleep", "600").start();
        AgentSocket socket = socketOf(killed.pid());
        Files.createFile(socket.path());
        await().atMost(60, TimeUnit.SECONDS).until(() -> told.equals(List.of(socket)));

        killed.destroyForcibly();

        await().atMost(60, TimeUnit.SECONDS).until(() -> told.isEmpty());
        assertThat(socket.path()).doesNotExist();
    }

    @Test
    void a_folder_that_was_removed_is_made_again() throws IOException {
        Files.delete(sockets.folder());
        await().atMost(60, TimeUnit.SECONDS).until(() -> Files.exists(sockets.folder()));
        AgentSocket own = sockets.own();
        Files.createFile(own.path());

        await().atMost(60, TimeUnit.SECONDS).until(() -> told.equals(List.of(own)));
    }

    private AgentSocket socketOf(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        String ticks = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
        return AgentSocket.at(sockets.folder().resolve(pid + "-" + ticks + ".sock")).orElseThrow();
    }
}
