package dev.muster.store.collective;

import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Key;

import java.time.Duration;
import java.util.List;

/**
 * How a member whose time at a barrier ran out learns who is missing: each leaves a trace of having
 * been there, rank 0 looks whose there is not, and opens a gate for the others when it has.
 *
 * <p>Where PyTorch's members wait in vain for a rank 0 that is missing itself, ours look for the
 * traces too: as soon as there are as many as have arrived, nobody else will leave one.
 *
 * @param allowed the time that ran out
 */
record BarrierTrace(Arrivals arrivals, RankTrace own, Duration allowed) {
    /** What to throw for {@code late}; that itself if nothing more is found. */
    StoreTimeout explain(StoreTimeout late) {
        try {
            store().set(traces().of(own.rank()), Arrivals.IGNORED, own.atMost());
            return own.rank() == 0 ? lookAsRankZero() : lookAsAnother();
        } catch (StoreException e) {
            late.addSuppressed(e);
            return late;
        }
    }

    private StoreTimeout lookAsRankZero() {
        var _ = traces().come(1, arrivals.worldSize(), own.atMost()); // or else who does is missing
        var missing = traces().absent(1, arrivals.worldSize());
        store().set(gate(), Arrivals.IGNORED, own.atMost());
        return missing(missing);
    }

    private StoreTimeout lookAsAnother() {
        if (!isRankZeroHere()) return missing(allMissing());
        var looked = RankMarks.comes(store(), List.of(gate()), allowed.plus(own.atMost()));
        return looked ? askRankZero() : missing(allMissing());
    }

    /** Whether rank 0 has arrived, if its time has run out too or does so as late as it can. */
    private boolean isRankZeroHere() {
        if (traces().come(0, 1, own.atMost())) return true;
        long traced = arrivals.worldSize() - (long) allMissing().atMost();
        boolean mayStillCome = arrivals.count(own.atMost()) > traced;
        return mayStillCome && traces().come(0, 1, allowed);
    }

    private Absent allMissing() {
        return traces().absent(0, arrivals.worldSize());
    }

    private StoreTimeout missing(Absent absent) {
        return report(Wording.some(absent, own.nameOf()), absent.ranks());
    }

    private StoreTimeout askRankZero() {
        String zero = own.nameOf().apply(0);
        return report("[<check rank 0 (%s) for missing rank info>]".formatted(zero), List.of());
    }

    private StoreTimeout report(String missing, List<Integer> ranks) {
        return new MissingRanks(
                Wording.timedOut(
                        "on barrier",
                        own.rank(),
                        arrivals.keyPrefix(),
                        arrivals.worldSize(),
                        missing,
                        allowed),
                ranks);
    }

    private RankMarks traces() {
        return new RankMarks(store(), arrivals.keyPrefix(), "/TRACE", own.atMost());
    }

    private Key gate() {
        return Key.of(arrivals.keyPrefix() + "/TRACING_GATE");
    }

    private Store store() {
        return arrivals.store();
    }
}
