package dev.muster.store.collective;

import java.util.List;

/**
 * Who has come to a barrier by now, as one who waits there sees it.
 *
 * @param arrived how many, whoever tells it included
 * @param worldSize how many there are to be
 * @param unseen in ascending order, the ranks of which nothing was seen: all who are missing, and
 *     those who came without saying their rank, as PyTorch's do; empty where nobody looks for ranks
 */
public record Attendance(int arrived, int worldSize, List<Integer> unseen) {
    public Attendance {
        unseen = List.copyOf(unseen);
    }

    /** How many have not come. */
    public int missing() {
        return worldSize - arrived;
    }

    /** Whether those unseen are exactly who is missing. */
    public boolean isCertain() {
        return unseen.size() == missing();
    }
}
