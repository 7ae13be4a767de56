package dev.muster.agent.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

class StackTreeTest {
    private static final String MAIN = "  File \"/j/train.py\", line 9 in main\n";
    private static final String ALL_REDUCE = "  File \"/t/c10d.py\", line 2806 in all_reduce\n";
    private static final String LOADER = "  File \"/j/loader.py\", line 31 in fetch\n";

    @Test
    void ranks_that_stand_together_are_one_branch() {
        StackTree tree = StackTree.of(ranks(4, rank -> ALL_REDUCE + MAIN));

        var main = tree.threads().getFirst();
        assertThat(main.frame().function()).isEqualTo("MainThread");
        assertThat(main.calls()).hasSize(1);
        var frame = main.calls().getFirst();
        assertThat(frame.frame().brief()).isEqualTo("main (train.py:9)");
        assertThat(StackTree.names(frame.ranks())).isEqualTo("ranks 0-3");
        assertThat(tree.odd()).isEmpty();
    }

    @Test
    void the_one_that_stands_elsewhere_comes_first_and_is_named() {
        StackTree tree = StackTree.of(ranks(8, rank -> (rank == 5 ? LOADER : ALL_REDUCE) + MAIN));

        var calls = tree.threads().getFirst().calls().getFirst().calls();
        assertThat(calls)
                .extracting(branch -> StackTree.names(branch.ranks()))
                .containsExactly("rank 5", "ranks 0-4, 6-7");
        assertThat(tree.odd())
                .contains(
                        "rank 5 in fetch (loader.py:31), unlike ranks 0-4, 6-7 in all_reduce"
                                + " (c10d.py:2806)");
    }

    @Test
    void one_that_has_not_come_as_far_as_the_others_is_odd_too() {
        StackTree tree = StackTree.of(ranks(3, rank -> (rank == 1 ? "" : ALL_REDUCE) + MAIN));

        assertThat(tree.odd())
                .contains(
                        "rank 1 in main (train.py:9), unlike ranks 0, 2 in all_reduce"
                                + " (c10d.py:2806)");
    }

    @Test
    void where_no_more_than_half_stand_together_nobody_is_odd() {
        StackTree tree = StackTree.of(ranks(2, rank -> (rank == 0 ? LOADER : ALL_REDUCE) + MAIN));

        assertThat(tree.odd()).isEmpty();
    }

    @Test
    void threads_of_other_names_come_behind_and_do_not_count_for_the_odd_one() {
        String other = "Thread 0x1 [pin] (idle) (most recent call first):\n" + LOADER;
        String main = "Thread 0x2 [MainThread] (most recent call first):\n" + ALL_REDUCE;
        StackTree tree =
                StackTree.of(List.of(stack(0, other + main), stack(1, main), stack(2, main)));

        assertThat(tree.threads())
                .extracting(branch -> branch.frame().function())
                .containsExactly("MainThread", "pin");
        assertThat(tree.threads().getLast().calls().getFirst().idle()).isEqualTo(1);
        assertThat(tree.odd()).isEmpty();
    }

    @Test
    void who_could_not_be_asked_is_in_no_branch() {
        var silent = RankStack.none(new Rank(1), new LocalRank(1), "it does not run");

        StackTree tree = StackTree.of(List.of(stack(0, thread(MAIN)), silent));

        assertThat(tree.threads().getFirst().ranks()).containsExactly(new Rank(0));
        assertThat(StackTree.of(List.of(silent)).threads()).isEmpty();
    }

    @Test
    void ranks_are_named_in_spans() {
        assertThat(names(5)).isEqualTo("rank 5");
        assertThat(names(0, 1, 2, 4, 6, 7)).isEqualTo("ranks 0-2, 4, 6-7");
    }

    private static String names(int... ranks) {
        return StackTree.names(new TreeSet<>(Arrays.stream(ranks).mapToObj(Rank::new).toList()));
    }

    private interface Frames {
        String of(int rank);
    }

    private static List<RankStack> ranks(int count, Frames frames) {
        return IntStream.range(0, count)
                .mapToObj(rank -> stack(rank, thread(frames.of(rank))))
                .toList();
    }

    private static String thread(String frames) {
        return "Thread 0x1 (most recent call first):\n" + frames;
    }

    private static RankStack stack(int rank, String text) {
        return new RankStack(
                new Rank(rank), new LocalRank(rank), Optional.of(Rung.PY_SPY), List.of(), text);
    }
}
