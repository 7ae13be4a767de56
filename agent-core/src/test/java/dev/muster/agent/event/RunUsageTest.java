package dev.muster.agent.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Rank;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

class RunUsageTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void the_past_is_bounded_and_ends_with_the_present() {
        var usage = RunUsage.first(NOON, workers(0));
        for (int second = 1; second < 1000; second++) {
            usage = usage.next(NOON.plusSeconds(second), workers(second));
        }

        assertThat(usage.past()).hasSize(RunUsage.REMEMBERED);
        assertThat(usage.past().getLast())
                .isEqualTo(new RunUsage.Sum(NOON.plusSeconds(999), 1.5, 2 * 999));
        assertThat(usage.byRank()).isEqualTo(workers(999));
    }

    private static Map<Rank, WorkerUsage> workers(long bytes) {
        return Map.of(
                new Rank(0), new WorkerUsage(1, bytes, 0, 0, 1, 1, Optional.empty()),
                new Rank(1), new WorkerUsage(0.5, bytes, 0, 0, 1, 1, Optional.empty()));
    }
}
