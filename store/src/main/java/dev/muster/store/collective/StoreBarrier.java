package dev.muster.store.collective;

import dev.muster.store.Store;
import dev.muster.store.StoreTimeout;
import dev.muster.store.client.Deadline;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A barrier of {@code worldSize} members, passed when the last has come. It costs each member the
 * same, however many there are.
 *
 * @param keyPrefix good for one barrier
 * @param trace empty if nobody shall look for who is missing
 */
public record StoreBarrier(String keyPrefix, int worldSize, Optional<RankTrace> trace) {
    public StoreBarrier {
        Members.check(worldSize);
        trace.ifPresent(it -> Members.check(it.rank(), worldSize));
    }

    /** A barrier at which {@code rank} looks for who is missing. */
    public static StoreBarrier of(String keyPrefix, int worldSize, int rank) {
        return new StoreBarrier(keyPrefix, worldSize, Optional.of(RankTrace.of(rank)));
    }

    /**
     * Blocks until all have come.
     *
     * @param atMost for coming; the trace takes its own time after that
     * @throws MissingRanks if they do not and the trace knows who is missing
     * @throws StoreTimeout if they do not and nobody looks, or the look finds no answer
     */
    public void pass(Store store, Duration atMost) {
        var deadline = Deadline.in(atMost);
        var arrivals = new Arrivals(store, keyPrefix, worldSize);
        arrivals.arrive(deadline.remaining());
        explaining(
                arrivals,
                atMost,
                () -> store.waitFor(List.of(arrivals.all()), deadline.remaining()));
    }

    /**
     * The same, and tells meanwhile who has come: once that takes longer than a moment, and within
     * a second or so of each change. With a trace, ranks are told of those who tell of it as well;
     * the others, as PyTorch's and those without a trace, are only counted.
     *
     * @param told on this thread, which goes on waiting after that
     * @throws MissingRanks if they do not come and the trace knows who is missing
     * @throws StoreTimeout if they do not and nobody looks, or the look finds no answer
     */
    public void pass(Store store, Duration atMost, Consumer<? super Attendance> told) {
        var deadline = Deadline.in(atMost);
        var arrivals = new Arrivals(store, keyPrefix, worldSize);
        var watch = new AttendanceWatch(arrivals, trace, told);
        watch.leaveRank(deadline.remaining());
        arrivals.arrive(deadline.remaining());
        explaining(arrivals, atMost, () -> watch.awaitAll(deadline));
    }

    private void explaining(Arrivals arrivals, Duration atMost, Runnable waiting) {
        try {
            waiting.run();
        } catch (StoreTimeout late) {
            throw trace.map(it -> new BarrierTrace(arrivals, it, atMost).explain(late))
                    .orElse(late);
        }
    }
}
