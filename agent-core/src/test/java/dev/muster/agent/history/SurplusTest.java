package dev.muster.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.RunId;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class SurplusTest {
    private static final Instant NOW = PastRuns.at(Duration.ofDays(100));

    private final PastRun oldest = run("a", RunState.FAILED, 40, 10L << 30);
    private final PastRun older = run("b", RunState.AGENT_DIED, 20, 10L << 30);
    private final PastRun young = run("c", RunState.SUCCEEDED, 0, 10L << 30);
    private final PastRun running = run("d", RunState.RUNNING, 90, 100L << 30);
    private final PastRun elsewhere = run("e", RunState.ELSEWHERE, 90, 100L << 30);
    private final List<PastRun> all = List.of(young, older, running, oldest, elsewhere);

    @Test
    void without_limits_everything_is_kept() {
        assertThat(surplus(KeepLimits.NONE)).isEmpty();
    }

    @Test
    void by_default_a_few_runs_are_kept_for_ever() {
        assertThat(surplus(KeepLimits.DEFAULT)).isEmpty();
    }

    @Test
    void the_number_of_runs_that_are_over_is_kept_small_by_the_oldest_of_them() {
        assertThat(surplus(runs(2))).containsExactly("a");
        assertThat(surplus(runs(1))).containsExactly("a", "b");
    }

    @Test
    void space_is_made_by_the_oldest_and_what_runs_does_not_count() {
        assertThat(surplus(bytes(30L << 30))).isEmpty();
        assertThat(surplus(bytes(25L << 30))).containsExactly("a");
    }

    @Test
    void what_is_too_old_goes() {
        assertThat(surplus(age(30))).containsExactly("a");
    }

    @Test
    void what_ended_today_stays_however_little_is_to_be_kept() {
        assertThat(surplus(runs(0))).containsExactly("a", "b");
        assertThat(surplus(bytes(0))).containsExactly("a", "b");
    }

    @Test
    void each_says_why_it_went() {
        assertThat(Surplus.of(all, age(30), NOW).getFirst().because())
                .isEqualTo("it ended 40 days ago, and runs are kept for 30");
        assertThat(Surplus.of(all, bytes(25L << 30), NOW).getFirst().because())
                .isEqualTo("it was the oldest of runs that took 30.0 GiB, and 25.0 GiB are kept");
    }

    private List<String> surplus(KeepLimits limits) {
        return Surplus.of(all, limits, NOW).stream().map(each -> each.run().run().value()).toList();
    }

    private static KeepLimits runs(int most) {
        return new KeepLimits(Optional.empty(), Optional.of(most), Optional.empty());
    }

    private static KeepLimits bytes(long most) {
        return new KeepLimits(Optional.of(most), Optional.empty(), Optional.empty());
    }

    private static KeepLimits age(int days) {
        return new KeepLimits(
                Optional.empty(), Optional.empty(), Optional.of(Duration.ofDays(days)));
    }

    private static PastRun run(String name, RunState state, int daysAgo, long bytes) {
        Instant end = NOW.minus(Duration.ofDays(daysAgo)).minusSeconds(60);
        return new PastRun(
                new RunId(name),
                state,
                "train.py",
                "",
                "gpu-a",
                end.minusSeconds(60),
                state.isOver() ? Optional.of(end) : Optional.empty(),
                Optional.empty(),
                1,
                1,
                0,
                "",
                bytes,
                Optional.empty(),
                Optional.empty());
    }
}
