package dev.muster.store.view;

import dev.muster.store.protocol.Key;

import java.time.Duration;
import java.util.List;

/**
 * A WAIT or BARRIER that is not answered yet.
 *
 * @param missing some of the names that have not come, in order
 * @param missingInAll how many have not; of a wait for a great many names, how many at most
 * @param age how long it has been open
 */
public record OpenWait(List<Key> missing, int missingInAll, Duration age) {
    public OpenWait {
        missing = List.copyOf(missing);
    }
}
