package dev.muster.gui.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether a thread that is asked to answer stands still, and whether that is worth a dump. The one
 * who asks must be on time itself: if it is not, the whole machine stood still, and nobody is to
 * blame.
 *
 * @param limit how long an answer may take
 * @param apart dumps are no closer to each other
 * @param late the asker's own looks are never further apart than that, unless the machine slept
 */
record StallRules(Duration limit, Duration apart, Duration late) {
    /**
     * What is known between two looks.
     *
     * @param askedAt since when an answer is due; absent when none is
     * @param dumped whether what stands still now was dumped
     */
    record State(Instant lookedAt, Optional<Instant> askedAt, boolean dumped, Instant lastDumpAt) {
        static State at(Instant now) {
            return new State(now, Optional.empty(), false, Instant.MIN);
        }
    }

    /**
     * What to do.
     *
     * @param ask whether to ask for an answer now
     * @param stalledFor how long the thread has stood still, when that is to be dumped
     */
    record Step(State next, boolean ask, Optional<Duration> stalledFor) {}

    /** The thread answered. */
    State answered(State state) {
        return new State(state.lookedAt(), Optional.empty(), false, state.lastDumpAt());
    }

    /** The asker looks. */
    Step look(State state, Instant now) {
        boolean slept = Duration.between(state.lookedAt(), now).compareTo(late) > 0;
        if (state.askedAt().isEmpty()) {
            return new Step(
                    new State(now, Optional.of(now), false, state.lastDumpAt()),
                    true,
                    Optional.empty());
        }
        Instant since = slept ? now : state.askedAt().get();
        Duration due = Duration.between(since, now);
        boolean isTooSoon =
                !state.lastDumpAt().equals(Instant.MIN)
                        && Duration.between(state.lastDumpAt(), now).compareTo(apart) < 0;
        boolean dump = due.compareTo(limit) >= 0 && !state.dumped() && !isTooSoon;
        return new Step(
                new State(
                        now,
                        Optional.of(since),
                        state.dumped() || dump,
                        dump ? now : state.lastDumpAt()),
                false,
                dump ? Optional.of(due) : Optional.empty());
    }
}
