package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class StacksTalkTest {
    private static final String MAIN = "  File \"/j/train.py\", line 9 in main\n";
    private static final String STEP = "  File \"/j/train.py\", line 7 in step\n";
    private static final String WAIT = "  File \"/t/c10d.py\", line 80 in barrier\n";
    private static final String LOAD = "  File \"/j/data.py\", line 31 in fetch\n";

    @Test
    void one_tree_of_all_ranks_is_printed_with_the_odd_one_on_top() {
        var stacks =
                List.of(
                        told(0, WAIT + STEP + MAIN),
                        told(1, LOAD + STEP + MAIN),
                        told(2, WAIT + STEP + MAIN),
                        RankStack.none(new Rank(3), new LocalRank(3), "it does not run"));

        assertThat(StacksTalk.lines(stacks))
                .containsExactly(
                        "rank 1 in fetch (data.py:31), unlike ranks 0, 2 in barrier (c10d.py:80)",
                        "MainThread  ranks 0-2",
                        "  main (train.py:9)",
                        "  step (train.py:7)",
                        "  fetch (data.py:31)  rank 1",
                        "  barrier (c10d.py:80)  ranks 0, 2",
                        "by py-spy: ranks 0-2",
                        "rank 0: control-socket: the worker was given none",
                        "rank 1: control-socket: the worker was given none",
                        "rank 2: control-socket: the worker was given none",
                        "rank 3: no stack; it does not run");
    }

    private static RankStack told(int rank, String frames) {
        return new RankStack(
                new Rank(rank),
                new LocalRank(rank),
                Optional.of(Rung.PY_SPY),
                List.of("control-socket: the worker was given none"),
                "Thread 0x1 (most recent call first):\n" + frames);
    }
}
