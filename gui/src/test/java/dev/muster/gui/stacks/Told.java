package dev.muster.gui.stacks;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Samples of what ranks tell. */
final class Told {
    static final String MAIN =
            """
              File "/project/train.py", line 118 in step
              File "/venv/lib/python3.12/site-packages/click/core.py", line 783 in invoke
              File "/project/train.py", line 160 in <module>
            """;
    static final String WAITING =
            """
            Thread 0x1 [MainThread] (idle) (most recent call first):
              File "/venv/lib/python3.12/site-packages/torch/distributed/distributed_c10d.py", line 2806 in all_reduce
              File "/project/train.py", line 97 in average_gradients
            """
                    + MAIN;
    static final String READING =
            """
            Thread 0x1 [MainThread] (most recent call first):
              File "/usr/lib/python3.12/ssl.py", line 1103 in read
              File "/project/shards.py", line 64 in read_block
            """
                    + MAIN;

    private Told() {}

    static RankStack by(Rung rung, int rank, String text) {
        return new RankStack(
                new Rank(rank), new LocalRank(rank), Optional.of(rung), List.of(), text);
    }

    static RankStack nothing(int rank) {
        return RankStack.none(new Rank(rank), new LocalRank(rank), "py-spy: not installed");
    }

    /** Rank 2 reads, the others wait for it. */
    static List<RankStack> hanging() {
        return List.of(
                by(Rung.PY_SPY, 0, WAITING),
                by(Rung.PY_SPY, 1, WAITING),
                by(Rung.PY_SPY, 2, READING));
    }

    static Taking taking(Instant at, List<RankStack> stacks) {
        return new Taking(0, at, Duration.ofMillis(120), "3 ranks", stacks);
    }
}
