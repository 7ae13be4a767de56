package dev.muster.store.server;

import java.time.Duration;

/**
 * Decides from looks at a loop whether it hangs, and what is due. Reads no clock.
 *
 * <p>Between two looks the watching thread sleeps for one {@link #interval}. Where much more time
 * has passed the whole machine slept, or the program was stopped, and the loop as well: such a gap
 * counts as two intervals at most. A busy machine that lets neither thread run is no stall either.
 */
final class StallRules {
    enum Verdict {
        /** It answers, or has not been silent for long. */
        FINE,
        TELL,
        RESET_CLIENTS,
        /** Whoever has come since the clients were reset. */
        TURN_AWAY,
        OVER
    }

    private static final int LOOKS_UNTIL_TOLD = 5;

    private final Duration untilTold;
    private final Duration untilReset;
    private Duration silent = Duration.ZERO;
    private Duration lasted = Duration.ZERO;
    private boolean told;
    private boolean reset;

    StallRules(Duration untilTold, Duration untilReset) {
        this.untilTold = untilTold;
        this.untilReset = untilReset;
    }

    Duration interval() {
        return untilTold.dividedBy(LOOKS_UNTIL_TOLD);
    }

    /** How long it has not answered, or had not before it did. */
    Duration lasted() {
        return lasted;
    }

    /**
     * A look, {@code passed} after the last one.
     *
     * @param answered whether the loop has answered what it was asked then
     * @param loading whether it is loading classes, which ends by itself: not worth a word before
     *     the clients would be reset
     */
    Verdict look(Duration passed, boolean answered, boolean loading) {
        if (answered) return answered();
        var most = interval().multipliedBy(2);
        silent = silent.plus(passed.compareTo(most) < 0 ? passed : most);
        lasted = silent;
        if (reset) return Verdict.TURN_AWAY;
        if (silent.compareTo(untilReset) >= 0 && told) {
            reset = true;
            return Verdict.RESET_CLIENTS;
        }
        var patience = loading ? untilReset : untilTold;
        if (silent.compareTo(patience) >= 0 && !told) {
            told = true;
            return Verdict.TELL;
        }
        return Verdict.FINE;
    }

    private Verdict answered() {
        var verdict = told ? Verdict.OVER : Verdict.FINE;
        silent = Duration.ZERO;
        told = false;
        reset = false;
        return verdict;
    }
}
