package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.ssh.Ssh;
import dev.muster.agent.ssh.SshName;
import dev.muster.agent.ssh.TestSshd;
import dev.muster.agent.stacks.RankStack;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real agent behind a real sshd, watched and steered through a real ssh. */
@Needs(TestGroup.SSHD)
@Timeout(300)
class SshSessionTest {
    private static final Duration LONG = Duration.ofSeconds(120);

    private volatile AgentSnapshot latest = new AgentSnapshot("", List.of());
    private Path folder;
    private TestSshd sshd;
    private SshSession session;

    @BeforeEach
    void open() throws IOException {
        folder = Files.createTempDirectory("mssh"); // a test's own folder is too deep for sockets
        installMuster(Files.createDirectory(folder.resolve("bin")));
        sshd = new TestSshd(folder, Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"));
        session =
                SshSession.open(sshd.client(), new SshName("box"), Ssh.Prompts.NOBODY, "the test");
        session.watch(now -> latest = now);
    }

    @AfterEach
    void end() throws IOException {
        session.close();
        endAgents();
        sshd.close();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(each);
        }
    }

    @Test
    void a_run_is_started_watched_through_a_broken_connection_and_stopped() throws IOException {
        awaitConnected();
        session.startAgent().toCompletableFuture().join();
        RunId run = awaitLaunched();
        JobSnapshot before = awaitRun(run, now -> now.phase() == Phase.RUNNING);
        String first = log(run);
        RankStack stack =
                session.stacks(run, Set.of(), false).toCompletableFuture().join().getFirst();

        sshd.stop();
        await().atMost(LONG).until(() -> latest.connection() instanceof Connection.Reconnecting);
        JobSnapshot meanwhile = run(run).orElseThrow();
        Files.createFile(folder.resolve("go on"));
        sshd.serve();
        awaitConnected();
        await().atMost(LONG).ignoreExceptions().until(() -> log(run).endsWith("two\n"));
        var stop = new AgentCommand.Stop(Aim.at(before), Duration.ofSeconds(10));
        CommandOutcome stopped = session.send(stop).toCompletableFuture().join();
        JobSnapshot ended = awaitRun(run, now -> now.phase() == Phase.ENDED);

        assertThat(first).isEqualTo("one\n");
        assertThat(stack.rank()).isEqualTo(new Rank(0));
        assertThat(stack.because().getFirst()).startsWith("control-socket: ");
        assertThat(meanwhile.phase()).isEqualTo(Phase.RUNNING);
        assertThat(stopped).isInstanceOf(CommandOutcome.Accepted.class);
        assertThat(ended.end().orElseThrow().outcome()).isEqualTo(Outcome.STOPPED);
        assertThat(ended.attempts()).hasSize(1);
        assertThat(latest.host()).isEqualTo(before.host());
    }

    @Test
    void before_the_machine_was_reached_nothing_can_be_started_and_the_reason_is_said()
            throws IOException {
        var nowhere = new SshName("nowhere"); // of which its configuration has no word
        try (var session =
                SshSession.open(sshd.client(), nowhere, Ssh.Prompts.NOBODY, "the test")) {
            assertThat(session.launch(spec()).toCompletableFuture())
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .withMessageContaining("nothing can be started on nowhere now: ");
        }
    }

    @Test
    void without_an_agent_over_there_nothing_can_be_started_and_a_sentence_says_so() {
        awaitConnected();

        assertThat(session.launch(spec()).toCompletableFuture())
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("no background agent runs on box");
        assertThat(session.title()).isEqualTo("box (ssh)");
        assertThat(latest.runs()).isEmpty();
    }

    @Test
    void a_terminal_is_told_that_nobody_is_there_to_ask() throws IOException {
        try (var places = SshPlaces.open(sshd.client(), new SshName("box"), Ssh.Prompts.NOBODY)) {
            assertThatThrownBy(places::find)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("no agent of yours runs on ");
        }
    }

    /** The agent may have been found, and not have said yet what it is. */
    private RunId awaitLaunched() {
        return await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> session.launch(spec()).toCompletableFuture().join(), _ -> true);
    }

    private void awaitConnected() {
        await().atMost(LONG).until(() -> latest.connection() instanceof Connection.Connected);
    }

    private JobSnapshot awaitRun(RunId run, Predicate<JobSnapshot> expected) {
        return await().atMost(LONG)
                .until(() -> run(run).filter(expected), Optional::isPresent)
                .orElseThrow();
    }

    private Optional<JobSnapshot> run(RunId run) {
        return latest.runs().stream().filter(job -> job.run().equals(run)).findFirst();
    }

    private String log(RunId run) throws IOException {
        try (var log = session.openLog(run, 0, new LocalRank(0), LogStream.STDOUT)) {
            var bytes = ByteBuffer.allocate((int) log.size());
            while (bytes.hasRemaining() && log.read(bytes.position(), bytes) > 0) {}
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }

    /** What is called there is this very Muster. */
    private static void installMuster(Path bin) throws IOException {
        String words =
                OwnCommand.words().stream()
                        .map(word -> "'" + word + "'")
                        .collect(Collectors.joining(" "));
        Path muster = bin.resolve("muster");
        Files.writeString(muster, "#!/bin/sh\nexec %s \"$@\"\n".formatted(words));
        Files.setPosixFilePermissions(muster, PosixFilePermissions.fromString("rwx------"));
    }

    private void endAgents() throws IOException {
        Path sockets = sshd.remoteHome().resolve("run");
        if (!Files.isDirectory(sockets)) return;
        try (Stream<Path> found = Files.list(sockets)) {
            found.map(AgentSocket::at)
                    .flatMap(Optional::stream)
                    .flatMap(socket -> ProcessHandle.of(socket.pid()).stream())
                    .forEach(
                            agent -> {
                                agent.destroy();
                                agent.onExit().join();
                            });
        }
    }

    private JobSpec spec() {
        String script =
                "echo one; until test -e 'go on'; do sleep 0.1; done; echo two; exec sleep 600";
        return new JobSpec(
                new Entrypoint.Program("/bin/sh"),
                Optional.empty(),
                List.of("-c", script),
                1,
                0,
                "default",
                Optional.empty(),
                Optional.empty(),
                folder,
                Map.of(),
                WorkerDevices.ALL,
                WorkerStreams.PLAIN,
                Optional.empty(),
                StopTerms.DEFAULT);
    }
}
