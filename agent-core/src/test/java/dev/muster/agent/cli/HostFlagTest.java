package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Signal;
import dev.muster.agent.ssh.TestSshd;
import dev.muster.testing.BesideOthers;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code muster … --host}, as a process, through a real ssh to a real sshd. */
@Needs(TestGroup.SSHD)
@Timeout(300)
@BesideOthers
class HostFlagTest {
    private Path folder;
    private TestSshd sshd;

    @BeforeEach
    void start() throws IOException {
        folder = Files.createTempDirectory("mssh"); // a test's own folder is too deep for sockets
        sshd = new TestSshd(folder, Map.of());
        Path ssh = Files.createDirectory(folder.resolve("bin")).resolve("ssh");
        Files.writeString(
                ssh, "#!/bin/sh\nexec /usr/bin/ssh -F '%s/config' \"$@\"\n".formatted(folder));
        Files.setPosixFilePermissions(ssh, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void end() throws IOException {
        sshd.close();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        }
    }

    @Test
    void runs_over_there_are_listed_read_and_stopped() throws IOException, InterruptedException {
        try (var agent = there("agent")) {
            agent.awaitTalk("listening at ");
            String run = launchThere("echo hello; exec sleep 600");

            var listed = here("ps", "--host", "box", "-o", "jsonl");
            var read = here("logs", "--host", "box", run, "--rank", "0");
            var stopped = here("stop", "--host", "box", run.substring(0, 10));
            var ended = here("ps", "--host", "box");

            assertThat(listed.err()).isEmpty();
            assertThat(listed.out())
                    .hasLineCount(1)
                    .contains("\"run\":\"%s\"".formatted(run), "\"phase\":\"running\"");
            assertThat(read.out()).isEqualTo("hello\n");
            assertThat(stopped.exitCode()).as(stopped.err()).isZero();
            assertThat(stopped.err())
                    .contains("muster stop: run %s: stopped by muster stop (".formatted(run))
                    .endsWith("muster stop: run %s is over\n".formatted(run));
            assertThat(ended.out()).contains(run, "stopped");
            agent.signal(Signal.TERM);
            assertThat(agent.awaitEnd().exitCode()).isZero();
        }
    }

    @Test
    void where_nobody_can_be_asked_the_reason_is_said() throws IOException, InterruptedException {
        var nobody = here("ps", "--host", "box");
        var stranger = here("ps", "--host", "stranger");
        var noName = here("stop", "--host", "-oProxyCommand=touch x");

        assertThat(nobody.exitCode()).isEqualTo(69);
        assertThat(nobody.err()).contains("Muster is not installed on ");
        assertThat(stranger.exitCode()).isEqualTo(69);
        assertThat(stranger.err()).contains("Host key verification failed.");
        assertThat(noName.exitCode()).isEqualTo(2);
        assertThat(folder.resolve("own/x")).doesNotExist();
    }

    /** A run of the agent that is over there; once its worker has printed something. */
    private String launchThere(String script) throws IOException, InterruptedException {
        try (var run = there("run", "--detach", "--no-python", "sh", "-c", script)) {
            var handed = run.awaitEnd();
            assertThat(handed.exitCode()).as(handed.err()).isZero();
            return handed.out().strip();
        }
    }

    private MusterProcess.Ended here(String... words) throws IOException, InterruptedException {
        var variables = new HashMap<String, String>();
        variables.put("MUSTER_HOME", sshd.clientHome().toString());
        variables.put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        try (var muster = start(variables, words)) {
            return muster.awaitEnd();
        }
    }

    /** As somebody who is logged in there would call it. */
    private MusterProcess there(String... words) throws IOException {
        return start(Map.of("MUSTER_HOME", sshd.remoteHome().toString()), words);
    }

    private MusterProcess start(Map<String, String> variables, String... words) throws IOException {
        Path own = folder.resolve("own" + List.of(words).hashCode());
        Files.createDirectories(own);
        return MusterProcess.start(own, variables, MusterProcess.command(words));
    }
}
