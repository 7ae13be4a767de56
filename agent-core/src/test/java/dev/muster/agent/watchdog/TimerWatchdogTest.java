package dev.muster.agent.watchdog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.job.Signal;
import dev.muster.agent.loop.AgentLoop;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The watchdog on a real pipe. */
@Timeout(60)
class TimerWatchdogTest implements Watchdog.Listener {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long LATER_OURS = 90;
    private static final long NOBODYS = 91;

    @TempDir private Path folder;

    private final AgentLoop loop = new AgentLoop(InstantSource.system());
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private Path path;

    @BeforeEach
    void start() {
        path = folder.resolve("timers");
        loop.start();
    }

    @AfterEach
    void stop() {
        loop.close();
    }

    @Test
    void two_hundred_messages_of_ten_clients_all_count() throws Exception {
        try (var _ = open()) {
            double soon = seconds(Duration.ofHours(1));
            for (int client = 0; client < 10; client++) {
                var commands = new StringBuilder();
                for (int i = 0; i < 10; i++) {
                    commands.append(request(100 + client, "s" + i, soon, 9));
                    commands.append(request(100 + client, "s" + i, -1, 0));
                }
                write(commands + request(100 + client, "last", 1, 0));
            }

            await().atMost(PATIENCE).until(() -> heard.size() == 10);
            assertThat(heard)
                    .allSatisfy(told -> assertThat(told).endsWith("last ran out, only told"));
        }
    }

    @Test
    void a_timer_runs_out_at_its_time() throws IOException {
        try (var _ = open()) {
            write(request(4711, "train.py#3", seconds(Duration.ofMillis(200)), 9));

            await().atMost(PATIENCE).until(() -> !heard.isEmpty());
            assertThat(heard).containsExactly("4711 train.py#3 ran out, SIGKILL");
        }
    }

    @Test
    void a_process_that_is_becoming_another_program_is_looked_at_again() throws IOException {
        try (var _ = open()) {
            write(request(LATER_OURS, "a", 1, 9));
            await().atMost(PATIENCE).until(() -> heard.size() == 3);
            write(request(NOBODYS, "b", 1, 9));
            await().atMost(PATIENCE).until(() -> heard.size() == 8);
            write(request(92, "c", 1, 9));
            await().atMost(PATIENCE).until(() -> heard.contains("92 c ran out, SIGKILL"));

            assertThat(heard).containsOnlyOnce("92 c ran out, SIGKILL").hasSize(9);
        }
    }

    @Test
    void rubbish_in_the_pipe_harms_no_request_after_it() throws IOException {
        try (var _ = open()) {
            write("x".repeat(10_000) + "\n\u0000\u0001\n\n" + request(7, "a", 1, 0));

            await().atMost(PATIENCE).until(() -> heard.size() == 2);
            assertThat(heard).containsExactly("misunderstood", "7 a ran out, only told");
        }
    }

    @Test
    void the_pipe_is_this_users_and_gone_at_the_end() throws IOException {
        var watchdog = open();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        watchdog.close();
        assertThat(path).doesNotExist();
    }

    @Test
    void a_pipe_that_an_earlier_agent_left_is_replaced_and_no_file_of_anybody_is()
            throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
        open().close();
        Files.writeString(path, "precious");

        assertThatThrownBy(this::open).hasMessageContaining("in the way");
        assertThat(path).hasContent("precious");
    }

    private Watchdog open() throws IOException {
        return Watchdog.open(path, loop, loop, InstantSource.system(), this);
    }

    @Override
    public boolean ranOut(long pid, String scope, Instant expiredAt, Optional<Signal> signal) {
        heard.add(
                "%d %s ran out, %s"
                        .formatted(pid, scope, signal.map(Signal::name).orElse("only told")));
        return pid != NOBODYS && (pid != LATER_OURS || heard.size() > 2);
    }

    @Override
    public void misunderstood(String line) {
        heard.add("misunderstood");
    }

    private void write(String text) throws IOException {
        Files.writeString(path, text, StandardOpenOption.WRITE);
    }

    private static double seconds(Duration fromNow) {
        return Instant.now().plus(fromNow).toEpochMilli() / 1000.0;
    }

    private static String request(long pid, String scope, double expires, int signal) {
        return "{\"version\": 1, \"pid\": %d, \"scope_id\": \"%s\", \"expiration_time\": %.3f, \"signal\": %d}\n"
                .formatted(pid, scope, expires, signal);
    }
}
