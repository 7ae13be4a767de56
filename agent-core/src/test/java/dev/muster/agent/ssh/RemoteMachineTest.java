package dev.muster.agent.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.home.MusterHome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

class RemoteMachineTest {
    @Test
    void a_machine_is_read_from_between_what_its_login_prints() {
        var machine =
                RemoteMachine.read(
                        """
                        Welcome! agent /tmp/1-2.sock
                        muster-look 1
                        host gpu-box
                        muster /opt/muster/bin/muster
                        agent /run/user/7/muster/11-22.sock
                        agent /run/user/7/muster/11-22.sock
                        agent /tmp/muster-7/33-44.sock
                        muster-look end
                        bye
                        """);

        assertThat(machine)
                .contains(
                        new RemoteMachine(
                                "gpu-box",
                                Optional.of("/opt/muster/bin/muster"),
                                List.of(
                                        "/run/user/7/muster/11-22.sock",
                                        "/tmp/muster-7/33-44.sock")));
    }

    @Test
    void an_answer_that_is_none_or_half_is_none() {
        assertThat(RemoteMachine.read("")).isEmpty();
        assertThat(RemoteMachine.read("muster-look 1\nhost a\n")).isEmpty();
        assertThat(RemoteMachine.read("This account is not available.\n")).isEmpty();
    }

    @Test
    void what_has_not_the_form_of_an_answer_is_left_out() {
        var machine =
                RemoteMachine.read(
                                """
                                muster-look 1
                                host a b;c
                                muster relative/muster
                                agent /tmp/a:b/1-2.sock
                                agent relative/1-2.sock
                                agent /tmp/x.sock
                                agent /tmp/%s/1-2.sock
                                muster-look end
                                """
                                        .formatted("x".repeat(300)))
                        .orElseThrow();

        assertThat(machine)
                .isEqualTo(
                        new RemoteMachine("a machine without a name", Optional.empty(), List.of()));
    }

    @Test
    void what_an_agent_says_that_is_started_there_stands_in_the_state_folder_for_its_user_alone(
            @TempDir Path folder) throws IOException, InterruptedException {
        var home = MusterHome.of(Map.of("MUSTER_HOME", folder.toString()));
        var builder = new ProcessBuilder("sh", "-c", RemoteMachine.start("/bin/echo"));
        builder.environment().put("MUSTER_HOME", folder.toString());

        assertThat(builder.start().waitFor()).isZero();

        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(home.agentLog()).hasContent("agent"));
        assertThat(Files.getPosixFilePermissions(home.agentLog()))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(home.state()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void a_program_with_a_quote_in_its_path_is_quoted_for_the_shell() {
        assertThat(RemoteMachine.start("/opt/it's/muster"))
                .contains("'/opt/it'\\''s/muster' agent");
    }
}
