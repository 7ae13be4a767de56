package dev.muster.agent.supervise.process;

import java.time.Duration;

/**
 * How soon a dead guardian has a successor: at once, unless several have died young, one after the
 * other. Whatever ends them would end the next too, and starting one costs the machine something.
 *
 * @param diedYoung how many in a row
 */
record GuardianPace(int diedYoung) {
    static final GuardianPace FIRST = new GuardianPace(0);

    private static final Duration YOUNG = Duration.ofMinutes(1);
    private static final int AT_ONCE = 3;
    private static final long LONGEST_SECONDS = 60;

    /** After the end of one that had lived so long. */
    GuardianPace after(Duration lived) {
        return new GuardianPace(lived.compareTo(YOUNG) < 0 ? diedYoung + 1 : 1);
    }

    /** How long there is to be none: a second at first, twice as long each time, then a minute. */
    Duration pause() {
        if (diedYoung <= AT_ONCE) return Duration.ZERO;
        int doublings = Math.min(diedYoung - AT_ONCE - 1, Long.SIZE - 2);
        return Duration.ofSeconds(Math.min(1L << doublings, LONGEST_SECONDS));
    }
}
