package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.Outliving;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** What becomes of workers when their agent is killed. */
@Timeout(60)
class GuardianTest {
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

    @TempDir Path folder;

    @Test
    void when_the_agent_is_killed_nothing_of_its_workers_is_left_two_seconds_later()
            throws IOException, InterruptedException {
        String name = "doomed-" + UUID.randomUUID();
        Process agent = startAgent(name);
        var marker = Marker.ofAgent(name);
        try {
            await().atMost(20, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(living(marker)).hasSizeGreaterThanOrEqualTo(4));

            agent.destroyForcibly();
            long killed = System.nanoTime();

            assertThat(Outliving.of(killed, TWO_SECONDS, () -> living(marker)))
                    .isLessThanOrEqualTo(TWO_SECONDS);
        } finally {
            agent.destroyForcibly().waitFor();
            new Sweeper(Kin.carrying(marker)).sweep(Duration.ZERO);
        }
    }

    @Test
    void a_guardian_that_is_sent_away_harms_nobody() throws IOException {
        var marker = Marker.ofAgent("kept-" + UUID.randomUUID());
        var guardian = Guardian.start(marker, Cgroups.none());
        int bystander = startMarked(marker);
        try {
            guardian.close();

            assertThat(Path.of("/proc/" + guardian.pid())).doesNotExist();
            assertThat(living(marker)).containsExactly(bystander);
        } finally {
            Posix.kill(bystander, dev.muster.agent.job.Signal.KILL);
            Posix.awaitExit(bystander);
            Posix.reap(bystander);
        }
    }

    @Test
    void the_mark_of_one_agent_is_not_the_mark_of_another() throws IOException {
        var marker = Marker.ofAgent("a-" + UUID.randomUUID());
        int process = startMarked(marker);
        try {
            assertThat(living(Marker.ofAgent("b-" + UUID.randomUUID()))).isEmpty();
            assertThat(living(marker)).containsExactly(process);
        } finally {
            Posix.kill(process, dev.muster.agent.job.Signal.KILL);
            Posix.awaitExit(process);
            Posix.reap(process);
        }
    }

    private static List<Integer> living(Marker marker) throws IOException {
        return Kin.carrying(marker).living().stream().map(ProcessEntry::pid).toList();
    }

    private int startMarked(Marker marker) throws IOException {
        return new Spawn(
                        List.of("/bin/sleep", "600"),
                        Map.of(
                                Marker.VARIABLE,
                                marker.prefix().substring(Marker.VARIABLE.length() + 1) + "r/0/0"),
                        folder,
                        new Spawn.Input.Nothing(),
                        Path.of("/dev/null"),
                        Path.of("/dev/null"))
                .start();
    }

    /** Another JVM that starts a guardian and workers of every kind, and then sits there. */
    private static Process startAgent(String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DoomedAgent.class.getName(),
                        name)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
