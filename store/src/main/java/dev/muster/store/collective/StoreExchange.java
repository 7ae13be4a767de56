package dev.muster.store.collective;

import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.StoreTimeout;
import dev.muster.store.client.Deadline;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;

/**
 * What each of {@code worldSize} members has becomes known to all.
 *
 * @param keyPrefix good for one exchange: nothing is deleted, and a second would bring the data of
 *     the first
 * @param rank of this member, from 0
 */
public record StoreExchange(String keyPrefix, int rank, int worldSize) {
    private static final Duration TO_LOOK = Duration.ofSeconds(1);

    public StoreExchange {
        Members.check(rank, worldSize);
    }

    /**
     * Gives {@code data} and takes everybody's, as PyTorch's {@code synchronize}.
     *
     * @param atMost for the data; should that not suffice, who is missing is looked for during 1 s
     * @return in the order of ranks
     * @throws MissingRanks if somebody's does not come in time
     */
    public List<Value> synchronize(Store store, Value data, Duration atMost) {
        var deadline = Deadline.in(atMost);
        store.set(marks(store).of(rank), data, deadline.remaining());
        return getAll(store, deadline);
    }

    /**
     * Takes everybody's, which they have given or will. Rank 0, which may host the store and must
     * not leave first, returns when all others have taken theirs.
     *
     * @param atMost for the data; should that not suffice, who is missing is looked for during 1 s
     * @return in the order of ranks
     * @throws MissingRanks if somebody's does not come in time
     */
    public List<Value> getAll(Store store, Duration atMost) {
        return getAll(store, Deadline.in(atMost));
    }

    private List<Value> getAll(Store store, Deadline deadline) {
        List<Value> all;
        try {
            all = store.multiGet(marks(store).of(0, worldSize), deadline.remaining());
        } catch (StoreTimeout late) {
            throw explained(late, store, deadline.atMost());
        }
        var finished = new Arrivals(store, keyPrefix + "/finished", worldSize);
        finished.arrive(deadline.remaining());
        if (rank == 0) store.waitFor(List.of(finished.all()), deadline.remaining());
        return all;
    }

    private StoreTimeout explained(StoreTimeout late, Store store, Duration allowed) {
        try {
            var missing = marks(store).absent(0, worldSize);
            String some = Wording.some(missing, Integer::toString);
            return new MissingRanks(
                    Wording.timedOut("for data", rank, keyPrefix, worldSize, some, allowed),
                    missing.ranks());
        } catch (StoreException e) {
            late.addSuppressed(e);
            return late;
        }
    }

    private RankMarks marks(Store store) {
        return new RankMarks(store, keyPrefix, "", TO_LOOK);
    }
}
