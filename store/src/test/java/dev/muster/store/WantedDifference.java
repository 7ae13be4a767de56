package dev.muster.store;

/**
 * Where callers are to see here something else than on PyTorch's own store (tcpstore §12), and what
 * either of them sees. All that is not in this table is to be the same.
 */
enum WantedDifference {
    /** A wait ends when its key comes to be, not when somebody tries to make it. */
    A_COMPARE_SET_THAT_STORES_NOTHING_ENDS_NO_WAIT(
            "a wait while a compare_set stores nothing",
            "None",
            "DistStoreError: wait timeout after \\d+ms, keys: /none\\d+"),
    /** It ends whenever the key comes to be, and the first arrival makes the barrier's counter. */
    THE_FIRST_AT_A_BARRIER_ENDS_WAITS_FOR_ITS_KEY(
            "a wait while the first comes to a barrier",
            "DistStoreError: wait timeout after \\d+ms, keys: /f\\d+",
            "None"),
    /** A barrier opens when enough have come to it, not when anything is written to its counter. */
    ONLY_WHO_COMES_TO_A_BARRIER_OPENS_IT(
            "a barrier while another client adds to its counter",
            "None",
            "DistStoreError: barrier timeout after \\d+ms, key: s\\d+");

    private final String doing;
    private final String theirs;
    private final String ours;

    WantedDifference(String doing, String theirs, String ours) {
        this.doing = doing;
        this.theirs = theirs;
        this.ours = ours;
    }

    /** What callers saw of one operation on either store. */
    record Seen(String doing, String theirs, String ours) {
        /** Whether this is as it is to be: the same on both, or different as the table says. */
        boolean isWanted() {
            for (var difference : values()) {
                if (doing.startsWith(difference.doing)) return difference.covers(this);
            }
            return theirs.equals(ours);
        }
    }

    private boolean covers(Seen seen) {
        return seen.theirs().matches(theirs) && seen.ours().matches(ours);
    }
}
