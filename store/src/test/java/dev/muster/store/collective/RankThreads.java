package dev.muster.store.collective;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Ranks of ours, a thread each. */
final class RankThreads {
    private RankThreads() {}

    /** Lets all {@code ranks} work at the same time; what each came to, by rank. */
    static <T> Map<Integer, T> run(List<Integer> ranks, IntFunction<T> work) {
        var all = new TreeMap<Integer, CompletableFuture<T>>();
        for (int rank : ranks) {
            all.put(
                    rank,
                    CompletableFuture.supplyAsync(
                            () -> work.apply(rank), Thread::startVirtualThread));
        }
        var results = new TreeMap<Integer, T>();
        all.forEach((rank, result) -> results.put(rank, result.join()));
        return results;
    }
}
