package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.Outliving;
import dev.muster.agent.job.Signal;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Workers that hide are gone when their run is over, and when their agent is killed. */
@BesideOthers
class NothingLeftTest {
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

    /** What a shell would call the exit code of whoever SIGKILL ended. */
    private static final int KILLED = 128 + 9;

    @TempDir private Path folder;
    private final Hideaway hideaway = new Hideaway();

    @ParameterizedTest
    @EnumSource(Mechanism.class)
    @DisplayName("Row 1: a worker that ignores SIGTERM is killed when its grace is over")
    void a_deaf_worker_is_killed_when_its_grace_is_over(Mechanism mechanism)
            throws IOException, InterruptedException {
        var ended = stop(mechanism, hideaway.deaf());

        assertThat(ended.err()).contains("the grace is over: killing rank 0");
    }

    @ParameterizedTest
    @EnumSource(Mechanism.class)
    @DisplayName("Row 2: children that outlive their worker are gone two seconds after the grace")
    void children_that_outlive_their_worker_are_ended(Mechanism mechanism)
            throws IOException, InterruptedException {
        String script = hideaway.twiceForked().replaceAll("sleep [^ ]*$", "exit 0");

        try (var muster = start(mechanism, script)) {
            muster.awaitOutput("ready");
            assertNobodyOutlivesGrace(System.nanoTime());
            var ended = muster.awaitEnd();

            assertThat(ended.exitCode()).isZero();
            assertThat(ended.err())
                    .contains("1 process that the workers had left behind was ended");
            assertThat(hideaway.leftovers()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Mechanism.class)
    @DisplayName("Row 3: who forked twice into a session of its own is found and ended")
    void who_forked_twice_into_a_session_of_its_own_is_ended(Mechanism mechanism)
            throws IOException, InterruptedException {
        stop(mechanism, hideaway.twiceForked());
    }

    @ParameterizedTest
    @EnumSource(Mechanism.class)
    @DisplayName("Row 4: who cleared its environment as well is found and ended")
    void who_cleared_its_environment_as_well_is_ended(Mechanism mechanism)
            throws IOException, InterruptedException {
        stop(mechanism, hideaway.cleared());
    }

    @ParameterizedTest(name = "{0}, {1}")
    @CsvSource({"CGROUP, deaf", "LINEAGE, twice forked", "CGROUP, cleared", "LINEAGE, cleared"})
    void when_the_agent_is_killed_nobody_is_left(Mechanism mechanism, String kind)
            throws IOException, InterruptedException {
        killAgent(mechanism, script(kind), true);
    }

    @Tag("proof")
    @RepeatedTest(50)
    void a_stop_leaves_nobody_fifty_times() throws IOException, InterruptedException {
        stop(Mechanism.CGROUP, hideaway.cleared());
    }

    @Tag("proof")
    @RepeatedTest(50)
    void a_stop_leaves_nobody_fifty_times_without_a_cgroup()
            throws IOException, InterruptedException {
        stop(Mechanism.LINEAGE, hideaway.cleared());
    }

    @Tag("proof")
    @RepeatedTest(50)
    void deaf_workers_are_gone_fifty_times() throws IOException, InterruptedException {
        stop(Mechanism.CGROUP, hideaway.deaf());
    }

    @Tag("proof")
    @RepeatedTest(50)
    void an_agent_killed_at_any_moment_leaves_nobody_fifty_times()
            throws IOException, InterruptedException {
        killAgent(Mechanism.CGROUP, hideaway.cleared(), false);
    }

    /** With a marker left: who cleared that, too, is known a second after it lost its parent. */
    @Tag("proof")
    @RepeatedTest(50)
    void an_agent_killed_at_any_moment_leaves_nobody_fifty_times_without_a_cgroup()
            throws IOException, InterruptedException {
        killAgent(Mechanism.LINEAGE, hideaway.twiceForked(), false);
    }

    @Test
    void an_agent_killed_while_it_stops_leaves_nobody() throws IOException, InterruptedException {
        killWhileStopping(800);
    }

    /** The grace is a second: some are killed within it, some while everything is cleared away. */
    @Tag("proof")
    @RepeatedTest(50)
    void an_agent_killed_while_it_stops_leaves_nobody_fifty_times()
            throws IOException, InterruptedException {
        killWhileStopping(1_500);
    }

    private String script(String kind) {
        return switch (kind) {
            case "deaf" -> hideaway.deaf();
            case "twice forked" -> hideaway.twiceForked();
            default -> hideaway.cleared();
        };
    }

    private void killAgent(Mechanism mechanism, String script, boolean known)
            throws IOException, InterruptedException {
        try (var muster = start(mechanism, script)) {
            if (known) {
                muster.awaitOutput("ready");
                awaitTwoLooks();
            } else {
                awaitMoment(2_500);
            }
            assertNobodyOutlivesAgent(muster.kill());

            assertThat(muster.awaitEnd().exitCode()).isEqualTo(KILLED);
        }
    }

    /** An agent that had ended by itself at that moment was not killed: another one is. */
    private void killWhileStopping(int millis) throws IOException, InterruptedException {
        int exitCode = 0;
        while (exitCode != KILLED) {
            try (var muster = start(Mechanism.CGROUP, hideaway.deaf())) {
                muster.awaitOutput("ready");
                muster.signal(Signal.TERM);
                awaitMoment(millis);
                assertNobodyOutlivesAgent(muster.kill());

                exitCode = muster.awaitEnd().exitCode();
            }
        }
    }

    /** Any within so many milliseconds. */
    private static void awaitMoment(int millis) {
        var delay = Duration.ofMillis(ThreadLocalRandom.current().nextInt(millis));
        await().pollDelay(delay).until(() -> true);
    }

    /** By when one of them was seen for the last time, and not by when this test got to look. */
    private void assertNobodyOutlivesAgent(long killed) {
        assertThat(Outliving.of(killed, TWO_SECONDS, hideaway::leftovers))
                .isLessThanOrEqualTo(TWO_SECONDS);
    }

    private void assertNobodyOutlivesGrace(long asked) {
        assertThat(Outliving.of(asked, Duration.ZERO, hideaway::leftovers))
                .isLessThanOrEqualTo(GRACE.plus(TWO_SECONDS));
    }

    /** The agent looks for orphans once a second. */
    private static void awaitTwoLooks() {
        await().pollDelay(Duration.ofMillis(2_200)).until(() -> true);
    }

    private MusterProcess.Ended stop(Mechanism mechanism, String script)
            throws IOException, InterruptedException {
        try (var muster = start(mechanism, script)) {
            muster.awaitOutput("ready");
            assertThat(hideaway.leftovers()).isNotEmpty();
            muster.signal(Signal.TERM);
            assertNobodyOutlivesGrace(System.nanoTime());
            var ended = muster.awaitEnd();
            assertThat(hideaway.leftovers()).isEmpty();
            return ended;
        }
    }

    private MusterProcess start(Mechanism mechanism, String script) throws IOException {
        return MusterProcess.start(
                folder,
                mechanism.variables(),
                MusterProcess.command(
                        "run", "--shutdown-timeout", "1", "--no-python", "/bin/sh", "-c", script));
    }
}
