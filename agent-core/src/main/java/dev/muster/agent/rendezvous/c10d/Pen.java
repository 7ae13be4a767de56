package dev.muster.agent.rendezvous.c10d;

import dev.muster.store.Store;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;

/**
 * Whose turn it is to write, among those of our nodes who wrote at the same time and lost.
 *
 * <p>When N nodes replace one value by trying, almost every try is in vain: N² of them carry the
 * whole value. So a node that lost draws a number and waits for its turn. Nothing depends on it:
 * others may write without, and whoever does not come back with the pen within a second is passed
 * over. Lives on the driver's thread.
 */
final class Pen {
    private static final Duration PASSED_OVER_AFTER = Duration.ofSeconds(1);

    private final Store store;
    private final String prefix;
    private final Duration atMost;

    /** Our number; 0 while we have none. */
    private long number;

    /**
     * @param prefix of the names of all its keys
     * @param atMost how long each question to the store may take
     */
    Pen(Store store, String prefix, Duration atMost) {
        this.store = store;
        this.prefix = prefix;
        this.atMost = atMost;
    }

    boolean isHeld() {
        return number > 0;
    }

    /** Waits until everybody with a lower number has had the pen, or is passed over. */
    void take() {
        long mine = store.add(Key.of(prefix + "numbers"), 1, atMost);
        String stuckAt = "";
        while (mine > 1 && !isDone(mine - 1)) {
            String done = done();
            if (done.equals(stuckAt)) pass(done.isEmpty() ? 1 : Long.parseLong(done) + 1);
            stuckAt = done;
        }
        if (mine > 1) {
            var _ = store.async().delete(turn(mine - 1), atMost);
        }
        number = mine;
    }

    /** The next may write. */
    void handOn() {
        if (!isHeld()) return;
        pass(number);
        number = 0;
    }

    private boolean isDone(long other) {
        try {
            store.waitFor(List.of(turn(other)), PASSED_OVER_AFTER);
            return true;
        } catch (StoreTimeout _) {
            return false;
        }
    }

    /** The number of the last who is done, as text; empty if nobody is. */
    private String done() {
        return store.compareSet(doneKey(), Value.EMPTY, Value.EMPTY, atMost).toText();
    }

    /** Who is passed over may still come to this, and changes nothing then. */
    private void pass(long done) {
        var before = done == 1 ? Value.EMPTY : Value.of(Long.toString(done - 1));
        var _ = store.async().compareSet(doneKey(), before, Value.of(Long.toString(done)), atMost);
        var _ = store.async().set(turn(done), Value.of("1"), atMost);
    }

    private Key doneKey() {
        return Key.of(prefix + "done");
    }

    private Key turn(long of) {
        return Key.of(prefix + "turn-" + of);
    }
}
