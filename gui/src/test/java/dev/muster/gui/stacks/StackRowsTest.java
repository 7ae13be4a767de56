package dev.muster.gui.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.Frame;
import dev.muster.agent.stacks.Rung;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.util.List;

class StackRowsTest {
    @Test
    void what_all_ranks_share_is_told_once_and_the_odd_branch_comes_first() {
        List<StackRow> rows = StackRows.merged(hanging(), false);

        assertThat(StackReport.lines(rows))
                .isEqualTo(
                        """
                        MainThread, 3 ranks
                        <module>  /project/train.py:160
                        invoke  /venv/lib/python3.12/site-packages/click/core.py:783
                        step  /project/train.py:118
                          [rank 2] read_block  /project/shards.py:64
                          read  /usr/lib/python3.12/ssl.py:1103
                          [ranks 0-1] average_gradients  /project/train.py:97
                          all_reduce  /venv/lib/python3.12/site-packages/torch/distributed/distributed_c10d.py:2806  (waiting)
                        ranks 0-2: through py-spy, which reads it from outside\
                        """);
    }

    @Test
    void who_went_where_fewer_went_is_marked_as_odd_and_nobody_else() {
        List<StackRow> rows = StackRows.merged(hanging(), false);

        assertThat(calls(rows))
                .filteredOn(StackRow.Call::odd)
                .extracting(StackRow.Call::ranks)
                .containsExactly("rank 2");
    }

    @Test
    void without_library_calls_those_stay_where_somebody_stands() {
        List<StackRow> rows = StackRows.merged(hanging(), true);

        assertThat(calls(rows))
                .extracting(StackRow.Call::function)
                .containsExactly(
                        "<module>",
                        "step",
                        "read_block",
                        "read",
                        "average_gradients",
                        "all_reduce");
    }

    @Test
    void a_rank_alone_is_told_from_where_it_stands_outwards() {
        List<StackRow> rows = StackRows.of(Told.by(Rung.ABORT, 2, Told.READING), true);

        assertThat(StackReport.lines(rows))
                .isEqualTo(
                        """
                        MainThread
                        read  /usr/lib/python3.12/ssl.py:1103
                        read_block  /project/shards.py:64
                        step  /project/train.py:118
                        <module>  /project/train.py:160
                        rank 2: with its last words: SIGABRT ended it\
                        """);
    }

    @Test
    void who_told_nothing_comes_before_all_others_with_the_reason() {
        var taking =
                Told.taking(
                        RunStory.NOON,
                        List.of(Told.by(Rung.PY_SPY, 0, Told.WAITING), Told.nothing(1)));

        StackRow first = StackRows.merged(taking, false).getFirst();

        assertThat(first.text()).isEqualTo("rank 1: told nothing: py-spy: not installed");
        assertThat(first.leadsTo()).contains(new Rank(1));
    }

    @Test
    void files_of_libraries_are_not_the_users_own() {
        assertThat(OwnFrames.isOwn(new Frame("f", "/project/train.py", 1))).isTrue();
        assertThat(OwnFrames.isOwn(new Frame("f", "train.py", 1))).isTrue();
        assertThat(OwnFrames.isOwn(new Frame("f", "/opt/py/lib/python3.12/ssl.py", 1))).isFalse();
        assertThat(OwnFrames.isOwn(new Frame("f", "/v/site-packages/torch/x.py", 1))).isFalse();
        assertThat(OwnFrames.isOwn(new Frame("f", "<frozen runpy>", 1))).isFalse();
        assertThat(OwnFrames.isOwn(new Frame("f", "", 0))).isFalse();
    }

    private static Taking hanging() {
        return Told.taking(RunStory.NOON, Told.hanging());
    }

    private static List<StackRow.Call> calls(List<StackRow> rows) {
        return rows.stream()
                .filter(StackRow.Call.class::isInstance)
                .map(StackRow.Call.class::cast)
                .toList();
    }
}
