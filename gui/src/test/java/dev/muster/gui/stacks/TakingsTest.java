package dev.muster.gui.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.RunId;
import dev.muster.agent.stacks.Rung;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.util.List;

class TakingsTest {
    private static final RunId RUN = new RunId("7f3a");

    private final Takings takings = new Takings();

    @Test
    void the_newest_comes_first_and_the_oldest_is_let_go() {
        for (int second = 0; second < 30; second++) takings.add(RUN, at(second));

        assertThat(takings.of(RUN)).hasSize(20);
        assertThat(takings.of(RUN).getFirst()).isEqualTo(at(29));
        assertThat(takings.of(RUN).getLast()).isEqualTo(at(10));
    }

    @Test
    void text_is_limited_over_all_runs_and_the_newest_is_kept_whatever_its_size() {
        var large =
                Told.taking(RunStory.NOON, List.of(Told.by(Rung.PY_SPY, 0, "x".repeat(9 << 20))));
        var larger =
                Told.taking(RunStory.NOON, List.of(Told.by(Rung.PY_SPY, 0, "y".repeat(20 << 20))));

        takings.add(new RunId("other"), large);
        takings.add(RUN, larger);

        assertThat(takings.of(new RunId("other"))).isEmpty();
        assertThat(takings.of(RUN)).containsExactly(larger);
    }

    @Test
    void a_taking_is_compared_with_the_one_before_that_tells_of_the_same_ranks() {
        var alone =
                Told.taking(
                        RunStory.NOON.plusSeconds(10), List.of(Told.by(Rung.PY_SPY, 7, "other")));
        takings.add(RUN, at(0));
        takings.add(RUN, alone);
        takings.add(RUN, at(42));

        assertThat(takings.before(RUN, at(42))).contains(at(0));
        assertThat(takings.before(RUN, alone)).isEmpty();
    }

    @Test
    void who_stands_where_it_stood_is_told_from_who_moved() {
        var before = at(0);
        var now =
                Told.taking(
                        RunStory.NOON.plusSeconds(42),
                        List.of(
                                Told.by(Rung.PY_SPY, 0, Told.READING),
                                Told.by(Rung.PY_SPY, 1, Told.READING),
                                Told.by(Rung.PY_SPY, 2, Told.READING)));

        Comparison comparison = Comparison.of(before, now);

        assertThat(comparison.words())
                .isEqualTo("rank 2 stands where it stood, ranks 0-1 have moved on");
        assertThat(Comparison.of(before, at(42)).words())
                .isEqualTo("all 3 ranks stand where they stood");
        assertThat(comparison.between()).hasSeconds(42);
    }

    private static Taking at(int second) {
        return Told.taking(RunStory.NOON.plusSeconds(second), Told.hanging());
    }
}
