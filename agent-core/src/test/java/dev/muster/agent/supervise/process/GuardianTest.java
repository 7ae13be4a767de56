package dev.muster.agent.supervise.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.Outliving;
import dev.muster.agent.job.Signal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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
    void a_guardian_that_was_killed_has_a_successor_which_ends_the_workers_of_a_killed_agent()
            throws IOException, InterruptedException {
        String name = "doubly-doomed-" + UUID.randomUUID();
        Process agent = startAgent(name);
        var marker = Marker.ofAgent(name);
        try {
            await().atMost(60, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(living(marker)).hasSizeGreaterThanOrEqualTo(4));
            int first = guardianOf(agent).orElseThrow();

            Posix.kill(first, Signal.KILL);

            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> guardianOf(agent).filter(pid -> pid != first).isPresent());
            assertThat(Path.of("/proc/" + first)).doesNotExist();
            assertThat(agent.inputReader().readLine())
                    .startsWith("the guardian, which ends the workers if the agent is killed,")
                    .contains(" was killed by SIGKILL; another, process ")
                    .endsWith(" has taken its place");

            agent.destroyForcibly();

            await().atMost(30, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(living(marker)).isEmpty());
        } finally {
            agent.destroyForcibly().waitFor();
            new Sweeper(Kin.carrying(marker)).sweep(Duration.ZERO);
        }
    }

    @Test
    void a_guardian_that_dies_again_and_again_is_replaced_more_and_more_seldom() {
        List<Long> pauses =
                Stream.iterate(GuardianPace.FIRST, pace -> pace.after(Duration.ofSeconds(1)))
                        .skip(1)
                        .limit(12)
                        .map(pace -> pace.pause().toSeconds())
                        .toList();

        assertThat(pauses).containsExactly(0L, 0L, 0L, 1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
        assertThat(new GuardianPace(80).pause()).isEqualTo(Duration.ofMinutes(1));
        assertThat(new GuardianPace(80).after(Duration.ofMinutes(2)).pause()).isZero();
    }

    @Test
    void who_dies_again_and_again_is_told_of_and_does_not_hold_up_the_end() throws IOException {
        var marker = Marker.ofAgent("restless-" + UUID.randomUUID());
        var told = new CopyOnWriteArrayList<String>();
        try (var guardians = Guardians.start(marker, Cgroups.none(), told::add)) {
            await().atMost(60, TimeUnit.SECONDS)
                    .until(
                            () -> {
                                Posix.kill(guardians.pid(), Signal.KILL);
                                return told.stream().anyMatch(text -> text.contains("in a row"));
                            });
        }

        assertThat(told.getLast())
                .contains("that was number 4 in a row")
                .contains("nobody would end them");
    }

    @Test
    void a_guardian_that_is_sent_away_harms_nobody() throws IOException {
        var marker = Marker.ofAgent("kept-" + UUID.randomUUID());
        var guardian = Guardians.start(marker, Cgroups.none(), _ -> {});
        int bystander = startMarked(marker);
        try {
            guardian.close();

            assertThat(Path.of("/proc/" + guardian.pid())).doesNotExist();
            assertThat(living(marker)).containsExactly(bystander);
        } finally {
            Posix.kill(bystander, Signal.KILL);
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
            Posix.kill(process, Signal.KILL);
            Posix.awaitExit(process);
            Posix.reap(process);
        }
    }

    private static Optional<Integer> guardianOf(Process agent) {
        return agent.children()
                .filter(child -> commandLine(child.pid()).contains("\0muster-guardian\0"))
                .map(child -> Math.toIntExact(child.pid()))
                .findFirst();
    }

    /** Empty for who has ended. */
    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc/%d/cmdline".formatted(pid)));
        } catch (IOException _) {
            return "";
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
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
