package dev.muster.store.keyspace;

import dev.muster.store.keyspace.Outcome.Refused;

/** How many bytes may be held, and how many are. */
final class Allowance {
    private final String what;
    private final long most;
    private long used;

    /** Of what, for the sentence that refuses more. */
    Allowance(String what, long most) {
        this.what = what;
        this.most = most;
    }

    boolean fits(long more) {
        return more <= most - used;
    }

    /** What is said where {@code more} do not fit. */
    Refused refuse(long more) {
        return new Refused(
                "%d bytes more beside %d (expected: <= %d %s)".formatted(more, used, most, what));
    }

    void take(long more) {
        used += more;
    }

    void give(long less) {
        used -= less;
    }

    void giveAll() {
        used = 0;
    }

    long used() {
        return used;
    }
}
