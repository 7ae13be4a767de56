package dev.muster.gui;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Where the ranks of a gallery's run stand. */
final class GalleryStacks {
    private static final String MAIN =
            """
              File "/project/train.py", line 118 in step
              File "/project/train.py", line 141 in main
              File "/usr/lib/python3/dist-packages/torch/distributed/elastic/multiprocessing/errors/__init__.py", line 355 in wrapper
              File "/project/train.py", line 160 in <module>
            """;
    private static final String ALL_REDUCE =
            """
            Thread 0x7f1 [MainThread] (idle) (most recent call first):
              File "/venv/lib/python3.12/site-packages/torch/distributed/distributed_c10d.py", line 2806 in all_reduce
              File "/venv/lib/python3.12/site-packages/torch/distributed/c10d_logger.py", line 81 in wrapper
              File "/project/train.py", line 97 in average_gradients
            """;
    private static final String READING =
            """
            Thread 0x7f1 [MainThread] (most recent call first):
              File "/usr/lib/python3.12/ssl.py", line 1103 in read
              File "/project/data/shards.py", line 64 in read_block
              File "/project/data/loader.py", line 31 in __next__
              File "/project/train.py", line 88 in next_batch
            """;
    private static final String PIN =
            """
            Thread 0x7f2 [pin_memory] (idle) (most recent call first):
              File "/usr/lib/python3.12/threading.py", line 359 in wait
              File "/venv/lib/python3.12/site-packages/torch/utils/data/_utils/pin_memory.py", line 52 in do_one_step
            """;

    private GalleryStacks() {}

    /** Rank 5 reads its data and the others wait for it; rank 7 tells nothing. */
    static List<RankStack> hanging() {
        return IntStream.range(0, 8).mapToObj(GalleryStacks::of).toList();
    }

    private static RankStack of(int rank) {
        if (rank == 7) {
            return new RankStack(
                    new Rank(7),
                    new LocalRank(7),
                    Optional.empty(),
                    List.of(
                            "control-socket: the answer took longer than 3 s",
                            "py-spy: Permission denied, for ptrace is limited here (Yama 1)",
                            "abort: not tried, for it ends the worker and nobody agreed to that"),
                    "");
        }
        return new RankStack(
                new Rank(rank),
                new LocalRank(rank),
                Optional.of(rank < 3 ? Rung.CONTROL_SOCKET : Rung.PY_SPY),
                rank < 3 ? List.of() : List.of("control-socket: the script does not serve it"),
                (rank == 5 ? READING : ALL_REDUCE) + MAIN + PIN);
    }
}
