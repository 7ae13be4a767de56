package dev.muster.agent.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

class AgentSocketsTest {
    @TempDir private Path folder;

    @Test
    void the_folder_is_muster_homes_else_the_sessions_else_the_users_own_temporary_one() {
        assertThat(AgentSockets.of(Map.of("MUSTER_HOME", "/m", "XDG_RUNTIME_DIR", "/r")).folder())
                .isEqualTo(Path.of("/m/run"));
        assertThat(AgentSockets.of(Map.of("XDG_RUNTIME_DIR", "/r")).folder())
                .isEqualTo(Path.of("/r/muster"));
        assertThat(AgentSockets.of(Map.of()).folder().toString()).matches("/tmp/muster-[0-9]+");
    }

    @Test
    void a_folder_that_is_too_deep_for_a_socket_gives_way_to_a_short_one_of_its_own() {
        String deep = "/deep".repeat(20);

        Path first = AgentSockets.of(Map.of("MUSTER_HOME", deep)).folder();
        Path again = AgentSockets.of(Map.of("MUSTER_HOME", deep)).folder();
        Path other = AgentSockets.of(Map.of("MUSTER_HOME", deep + "er")).folder();

        assertThat(first).isEqualTo(again).isNotEqualTo(other);
        assertThat(
                        first.resolve(AgentSocket.LONGEST_NAME)
                                .toString()
                                .getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThan(108);
    }

    @Test
    void the_folder_is_made_for_this_user_alone() throws IOException {
        var sockets = new AgentSockets(folder.resolve("not/there/yet"));

        sockets.prepare();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sockets.folder())))
                .isEqualTo("rwx------");
        assertThat(sockets.present()).isEmpty();
    }

    @Test
    void a_folder_that_others_may_enter_is_not_used() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        var sockets = new AgentSockets(folder);

        assertThatThrownBy(sockets::prepare)
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("nobody else may enter");
        assertThatThrownBy(sockets::present).isInstanceOf(FileSystemException.class);
    }

    @Test
    void a_link_to_a_folder_is_not_used() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);

        assertThatThrownBy(new AgentSockets(link)::prepare).isInstanceOf(FileSystemException.class);
    }

    @Test
    void sockets_of_processes_that_are_gone_are_removed_and_others_files_are_left()
            throws IOException {
        var sockets = new AgentSockets(folder.resolve("run"));
        sockets.prepare();
        AgentSocket own = sockets.own();
        AgentSocket ofAnEarlierProcess =
                AgentSocket.of(sockets.folder(), own.pid(), own.startTicks() - 1);
        Files.createFile(own.path());
        Files.createFile(ofAnEarlierProcess.path());
        Path notOurs = Files.createFile(sockets.folder().resolve("notes.txt"));

        assertThat(sockets.present()).containsExactly(own);
        assertThat(own.path()).exists();
        assertThat(ofAnEarlierProcess.path()).doesNotExist();
        assertThat(notOurs).exists();
    }
}
