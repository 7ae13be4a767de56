package dev.muster.agent.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPySpy;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Real Pythons that hang in different ways. */
@Needs(TestGroup.PYTHON)
@Timeout(120)
class LadderTest {
    private static final String SLEEPS =
            """
            import time
            def nap():
                print("ready", flush=True)
                time.sleep(600)
            nap()
            """;
    private static final String COMPUTES =
            """
            def count():
                print("ready", flush=True)
                sum(range(10 ** 14))
            count()
            """;

    @TempDir Path folder;
    private Optional<Process> python = Optional.empty();

    @AfterEach
    void end() {
        python.ifPresent(Process::destroyForcibly);
    }

    @Test
    void a_worker_is_left_alone_when_nobody_agreed_to_lose_it() throws IOException {
        RankStack stack = nothingInPath().climb(start(SLEEPS, Map.of()));

        assertThat(stack.rung()).isEmpty();
        assertThat(stack.because())
                .containsExactly(
                        "control-socket: the worker was given none",
                        "py-spy: it is not installed here (pip install py-spy)",
                        "abort: not tried, for it ends the worker and nobody agreed to that");
        assertThat(python.orElseThrow().isAlive()).isTrue();
    }

    @Test
    void a_worker_that_sleeps_tells_where_when_it_is_ended() throws IOException {
        var worker = start(SLEEPS, Map.of("PYTHONFAULTHANDLER", "1"));

        RankStack stack = nothingInPath().thatMayEnd(LadderTest::abort).climb(worker);

        assertThat(stack.rung()).contains(Rung.ABORT);
        assertThat(stack.because()).hasSize(2);
        assertThat(stack.threads().getFirst().frames())
                .extracting(Frame::brief)
                .containsExactly("<module> (job.py:5)", "nap (job.py:4)");
        assertThat(python.orElseThrow().onExit()).succeedsWithin(Duration.ofSeconds(60));
    }

    @Test
    void a_worker_that_hangs_in_native_code_tells_where_when_it_is_ended() throws IOException {
        var worker = start(COMPUTES, Map.of("PYTHONFAULTHANDLER", "1"));

        RankStack stack = nothingInPath().thatMayEnd(LadderTest::abort).climb(worker);

        assertThat(stack.rung()).contains(Rung.ABORT);
        assertThat(stack.threads().getFirst().frames())
                .extracting(Frame::brief)
                .endsWith("count (job.py:3)");
    }

    @Test
    void a_worker_that_would_end_without_a_word_is_not_ended() throws IOException {
        var worker = start(SLEEPS, Map.of());

        RankStack stack = nothingInPath().thatMayEnd(LadderTest::abort).climb(worker);

        assertThat(stack.rung()).isEmpty();
        assertThat(stack.because().getLast())
                .isEqualTo(
                        "abort: it would end without a word: its Python does not catch SIGABRT;"
                                + " start it with PYTHONFAULTHANDLER=1");
        assertThat(python.orElseThrow().isAlive()).isTrue();
    }

    @Test
    void a_worker_that_serves_its_control_socket_is_asked_there_first() throws IOException {
        Path socket = folder.resolve("s");
        try (var _ = serve(socket, "Thread 0x1 (most recent call first):\n  File \"a\" in f\n")) {
            var worker = start(SLEEPS, Map.of("TORCH_WORKER_SERVER_SOCKET", socket.toString()));

            RankStack stack = nothingInPath().climb(worker);

            assertThat(stack.rung()).contains(Rung.CONTROL_SOCKET);
            assertThat(stack.because()).isEmpty();
            assertThat(stack.threads()).hasSize(1);
        }
    }

    @Test
    void a_control_socket_that_nobody_serves_is_said_to_be_unserved() throws IOException {
        var worker =
                start(SLEEPS, Map.of("TORCH_WORKER_SERVER_SOCKET", folder.resolve("s").toString()));

        RankStack stack = nothingInPath().climb(worker);

        assertThat(stack.because().getFirst())
                .startsWith("control-socket: the script does not serve it");
    }

    @Test
    void a_worker_that_is_gone_is_said_to_have_ended() throws IOException {
        var worker = start(SLEEPS, Map.of());
        python.orElseThrow().destroyForcibly();
        await().until(() -> !python.orElseThrow().isAlive());

        RankStack stack = nothingInPath().climb(worker);

        assertThat(stack.because()).containsExactly("it has ended");
    }

    @Test
    @Needs(TestGroup.PY_SPY)
    void py_spy_tells_where_a_worker_sleeps_and_leaves_it_alive() throws IOException {
        Path program = TestPySpy.path();
        var ladder =
                Ladder.of(Optional.empty(), Map.of("PATH", String.valueOf(program.getParent())));

        RankStack stack = ladder.climb(start(SLEEPS, Map.of()));

        assertThat(stack.rung()).contains(Rung.PY_SPY);
        assertThat(stack.threads().getFirst().idle()).isTrue();
        assertThat(stack.threads().getFirst().frames())
                .extracting(Frame::brief)
                .containsExactly("<module> (job.py:5)", "nap (job.py:4)");
        assertThat(python.orElseThrow().isAlive()).isTrue();
    }

    @Test
    void a_py_spy_that_is_not_allowed_to_look_is_quoted() throws IOException {
        var ladder = withPySpy("echo 'Error: Permission Denied: Try running again' >&2; exit 1");

        RankStack stack = ladder.climb(start(SLEEPS, Map.of()));

        assertThat(stack.because().get(1))
                .startsWith("py-spy: py-spy failed: Error: Permission Denied: Try running again (")
                .contains("CAP_SYS_PTRACE");
    }

    @Test
    void a_py_spy_that_prints_without_end_is_cut_off() throws IOException {
        RankStack stack = withPySpy("exec yes").climb(start(SLEEPS, Map.of()));

        assertThat(stack.because().get(1)).contains("printed more than");
    }

    private Ladder withPySpy(String script) throws IOException {
        Path program = folder.resolve("py-spy");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return Ladder.of(Optional.empty(), Map.of("PATH", folder.toString()));
    }

    private static Ladder nothingInPath() {
        return Ladder.of(Optional.empty(), Map.of());
    }

    private static boolean abort(StackSource worker) {
        try {
            return new ProcessBuilder("kill", "-ABRT", Long.toString(worker.pid()))
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private StackSource start(String script, Map<String, String> environment) throws IOException {
        Path file = folder.resolve("job.py");
        Files.writeString(file, script);
        Path stdout = folder.resolve("stdout.log");
        Path stderr = folder.resolve("stderr.log");
        var builder =
                new ProcessBuilder(List.of(TestPython.path().toString(), file.toString()))
                        .redirectOutput(stdout.toFile())
                        .redirectError(stderr.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TORCH"));
        builder.environment().putAll(environment);
        Process started = builder.start();
        python = Optional.of(started);
        await().until(() -> Files.readString(stdout).contains("ready"));
        return new StackSource(new Rank(3), new LocalRank(1), started.pid(), stderr);
    }

    private static ServerSocketChannel serve(Path socket, String body) throws IOException {
        var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (var client = listening.accept()) {
                                client.read(ByteBuffer.allocate(1024));
                                client.write(
                                        StandardCharsets.US_ASCII.encode(
                                                "HTTP/1.1 200 OK\r\n\r\n" + body));
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
        return listening;
    }
}
