package dev.muster.store.collective;

import java.util.List;

/**
 * Who was found to have left no mark.
 *
 * @param ranks in ascending order
 * @param unseen how many others there was no time to look at
 */
record Absent(List<Integer> ranks, int unseen) {
    static final Absent NOBODY = new Absent(List.of(), 0);

    Absent {
        ranks = List.copyOf(ranks);
    }

    /** How many may have left none. */
    int atMost() {
        return ranks.size() + unseen;
    }
}
