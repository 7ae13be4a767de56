package dev.muster.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.supervise.GroupInput;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Workers that may be in an uninterruptible wait for five seconds. */
class StuckWatchTest {
    private static final LocalRank FIRST = new LocalRank(0);
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final VirtualTime time = new VirtualTime();
    private final Set<Long> uninterruptible = new HashSet<>();
    private final List<GroupInput.Stuck> told = new ArrayList<>();

    @Test
    void a_worker_that_waits_uninterruptibly_for_too_long_is_told_of_once() {
        watch(Optional.of(LIMIT)).watch(FIRST, 100);
        uninterruptible.add(100L);

        time.pass(Duration.ofSeconds(5));
        assertThat(told).isEmpty();
        time.pass(Duration.ofSeconds(20));

        assertThat(told).containsExactly(new GroupInput.Stuck(FIRST, LIMIT));
    }

    @Test
    void short_waits_do_not_add_up() {
        watch(Optional.of(LIMIT)).watch(FIRST, 100);

        for (int wait = 0; wait < 5; wait++) {
            uninterruptible.add(100L);
            time.pass(Duration.ofSeconds(4));
            uninterruptible.clear();
            time.pass(Duration.ofSeconds(2));
        }

        assertThat(told).isEmpty();
    }

    @Test
    void nobody_is_looked_at_without_a_limit_or_once_the_workers_were_asked_to_go() {
        uninterruptible.add(100L);
        watch(Optional.empty()).watch(FIRST, 100);
        var stopped = watch(Optional.of(LIMIT));
        stopped.watch(FIRST, 100);
        stopped.forgetAll();

        time.pass(Duration.ofMinutes(1));

        assertThat(told).isEmpty();
    }

    @Test
    void the_limit_is_torchs_variable_in_whole_seconds() {
        assertThat(StuckWatch.limit(Map.of())).isEmpty();
        assertThat(StuckWatch.limit(Map.of(StuckWatch.VARIABLE, "0"))).isEmpty();
        assertThat(StuckWatch.limit(Map.of(StuckWatch.VARIABLE, "x"))).isEmpty();
        assertThat(StuckWatch.limit(Map.of(StuckWatch.VARIABLE, "30")))
                .contains(Duration.ofSeconds(30));
    }

    private StuckWatch watch(Optional<Duration> limit) {
        return new StuckWatch(limit, uninterruptible::contains, time, time, told::add);
    }
}
