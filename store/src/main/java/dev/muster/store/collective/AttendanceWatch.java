package dev.muster.store.collective;

import dev.muster.store.StoreTimeout;
import dev.muster.store.client.Deadline;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How one who waits at a barrier learns meanwhile who has come. PyTorch's members are only counted;
 * whoever watches leaves its rank there before it is counted, so that others who watch know it.
 *
 * @param own the rank to leave and the names to look for; without it those who come are counted
 * @param told in the thread that waits, at first and at each change
 */
record AttendanceWatch(
        Arrivals arrivals, Optional<RankTrace> own, Consumer<? super Attendance> told) {
    /** Most barriers are passed before. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(200);

    /** A store tells nobody how many have come. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    void leaveRank(Duration atMost) {
        own.ifPresent(
                it -> arrivals.store().set(ranks(atMost).of(it.rank()), Arrivals.IGNORED, atMost));
    }

    /**
     * Waits for the last, and tells who has come until then.
     *
     * @throws StoreTimeout if it does not come in time
     */
    void awaitAll(Deadline deadline) {
        Optional<Attendance> last = Optional.empty();
        Duration pause = FIRST_LOOK;
        while (!isPassed(pause, deadline)) {
            var now = look();
            if (now.isPresent() && !now.equals(last)) {
                last = now;
                told.accept(now.get());
            }
            pause = BETWEEN_LOOKS;
        }
    }

    private boolean isPassed(Duration pause, Deadline deadline) {
        Duration left = deadline.remaining();
        boolean isLast = left.compareTo(pause) <= 0;
        try {
            arrivals.store().waitFor(List.of(arrivals.all()), isLast ? left : pause);
            return true;
        } catch (StoreTimeout late) {
            if (isLast) throw late;
            return false;
        }
    }

    /** Empty where there was no time to see everybody; the next look may have it. */
    private Optional<Attendance> look() {
        try {
            int counted = Math.toIntExact(arrivals.count(BETWEEN_LOOKS));
            if (own.isEmpty()) return Optional.of(attendance(counted, List.of()));
            var absent = ranks(BETWEEN_LOOKS).absent(0, arrivals.worldSize());
            if (absent.atMost() > absent.ranks().size()) return Optional.empty();
            int seen = arrivals.worldSize() - absent.ranks().size(); // some since they were counted
            return Optional.of(attendance(Math.max(counted, seen), absent.ranks()));
        } catch (StoreTimeout _) {
            return Optional.empty();
        }
    }

    private Attendance attendance(int arrived, List<Integer> unseen) {
        return new Attendance(arrived, arrivals.worldSize(), unseen);
    }

    private RankMarks ranks(Duration limit) {
        return new RankMarks(arrivals.store(), arrivals.keyPrefix() + "/muster/", "", limit);
    }
}
