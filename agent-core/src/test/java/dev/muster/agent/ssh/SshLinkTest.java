package dev.muster.agent.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A real ssh to a real sshd; an agent's socket is somebody who says who he is. */
@Needs(TestGroup.SSHD)
@Timeout(180)
class SshLinkTest {
    private static final Duration LONG = Duration.ofSeconds(90);

    private final List<SshState> states = new CopyOnWriteArrayList<>();
    private Path folder;
    private TestSshd sshd;
    private Optional<SshLink> link = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        folder = Files.createTempDirectory("mssh"); // a test's own folder is too deep for sockets
        sshd = new TestSshd(folder, Map.of());
    }

    @AfterEach
    void end() throws IOException {
        link.ifPresent(SshLink::close);
        sshd.close();
        Files.walkFileTree(folder, new Removing());
    }

    @Test
    void the_socket_of_an_agent_over_there_is_led_to() throws IOException {
        try (var _ = agent("1")) {
            open("box");
            var way = awaitUp(1).ways().getFirst();

            assertThat(greeting(way.local())).isEqualTo("I am 1");
            assertThat(Files.getPosixFilePermissions(way.local().getParent()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
            assertThat(up().machine().host()).isNotBlank();
        }
    }

    @Test
    void a_connection_that_is_cut_is_made_anew_and_leads_to_the_same_place() throws IOException {
        try (var _ = agent("1")) {
            open("box");
            var before = awaitUp(1).ways();

            sshd.stop();
            await().atMost(LONG).until(() -> states.getLast() instanceof SshState.Down);
            sshd.serve();
            var after = awaitUp(1).ways();

            assertThat(after).isEqualTo(before);
            assertThat(greeting(after.getFirst().local())).isEqualTo("I am 1");
        }
    }

    @Test
    void an_agent_that_comes_later_is_found_and_one_that_goes_is_forgotten() throws IOException {
        open("box");
        awaitUp(0);
        try (var _ = agent("2")) {
            awaitUp(1);
        }
        Files.delete(socket("2"));

        assertThat(awaitUp(0).ways()).isEmpty();
    }

    @Test
    void a_machine_whose_key_nobody_knows_is_refused_in_sshs_own_words() throws IOException {
        open("stranger");
        await().atMost(LONG).until(() -> states.getLast() instanceof SshState.Down);

        var down = (SshState.Down) states.getLast();
        assertThat(down.why())
                .isEqualTo(
                        "Host key verification failed.; `ssh stranger` in a terminal shows what it"
                                + " asks for");
        assertThat(folder.resolve("nobody-known")).isEmptyFile();
    }

    @Test
    void a_passphrase_is_asked_for_by_the_users_own_program_and_by_nobody_else()
            throws IOException {
        Path program = folder.resolve("askpass");
        Files.writeString(program, "#!/bin/sh\necho '%s'\n".formatted(TestSshd.PASSPHRASE));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Ssh ssh = sshd.client(Map.of("SSH_ASKPASS", program.toString()));

        open(ssh, "locked", Ssh.Prompts.NOBODY);
        await().atMost(LONG).until(() -> states.getLast() instanceof SshState.Down);
        var refused = (SshState.Down) states.getLast();
        link.orElseThrow().close();
        open(ssh, "locked", Ssh.Prompts.of(ssh.environment(), false));

        assertThat(refused.why()).contains("Permission denied (publickey)");
        assertThat(awaitUp(0).ways()).isEmpty();
    }

    @Test
    void a_machine_that_is_not_there_is_tried_again_later_each_time() throws IOException {
        sshd.stop();
        open("box");
        await().atMost(LONG).until(() -> downs().count() >= 3);

        var first = downs().findFirst().orElseThrow();
        assertThat(first.why()).contains("Connection refused");
        assertThat(downs().map(SshState.Down::since)).containsOnly(first.since());
    }

    @Test
    void where_muster_is_not_there_no_agent_can_be_started() throws IOException {
        open("box");
        awaitUp(0);

        assertThat(link.orElseThrow().startAgent())
                .failsWithin(LONG)
                .withThrowableThat()
                .withMessageContaining("Muster is not installed on ");
    }

    @Test
    void nothing_is_left_of_a_connection_that_was_closed() throws IOException {
        open("box");
        awaitUp(0);
        link.orElseThrow().close();

        await().atMost(LONG)
                .until(
                        () ->
                                ProcessHandle.current()
                                        .children()
                                        .map(child -> child.info().command().orElse(""))
                                        .noneMatch("/usr/bin/ssh"::equals));
        try (Stream<Path> left = Files.list(sshd.clientHome().resolve("run"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void ssh_says_where_a_name_leads() throws IOException {
        assertThat(sshd.client().resolve(new SshName("box")).orElseThrow())
                .startsWith(System.getProperty("user.name") + "@127.0.0.1:");
    }

    private void open(String name) throws IOException {
        open(sshd.client(), name, Ssh.Prompts.NOBODY);
    }

    private void open(Ssh ssh, String name, Ssh.Prompts prompts) throws IOException {
        link =
                Optional.of(
                        SshLink.open(
                                ssh,
                                new SshName(name),
                                prompts,
                                InstantSource.system(),
                                states::add));
    }

    private SshState.Up awaitUp(int agents) {
        await().atMost(LONG)
                .until(
                        () ->
                                !states.isEmpty()
                                        && states.getLast() instanceof SshState.Up now
                                        && now.ways().size() == agents);
        return up();
    }

    private SshState.Up up() {
        return (SshState.Up) states.getLast();
    }

    private Stream<SshState.Down> downs() {
        return states.stream()
                .filter(SshState.Down.class::isInstance)
                .map(SshState.Down.class::cast);
    }

    private Path socket(String name) {
        long pid = ProcessHandle.current().pid();
        return sshd.remoteHome().resolve("run/%d-%s.sock".formatted(pid, name));
    }

    /** Says who it is to everybody who comes. */
    private ServerSocketChannel agent(String name) throws IOException {
        Files.createDirectories(socket(name).getParent());
        var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(socket(name)));
        Thread.ofVirtual()
                .start(
                        () -> {
                            try {
                                while (true) {
                                    try (var client = listening.accept()) {
                                        client.write(
                                                StandardCharsets.US_ASCII.encode("I am " + name));
                                    }
                                }
                            } catch (IOException _) {
                                // closed
                            }
                        });
        return listening;
    }

    private static String greeting(Path socket) throws IOException {
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            var bytes = ByteBuffer.allocate(100);
            while (channel.read(bytes) >= 0) {}
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
        }
    }

    private static final class Removing extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(
                Path folder, @org.jspecify.annotations.Nullable IOException failure)
                throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
