package dev.muster.agent.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A connection to a store.
 *
 * @param peer the client's address and port
 * @param lastRequest what it asked last, in the words of the protocol
 * @param openWait what it waits for now
 * @param bytesIn received since it was opened
 * @param bytesOut answered since then
 */
public record StoreClient(
        String peer,
        Optional<String> lastRequest,
        Optional<OpenWait> openWait,
        long bytesIn,
        long bytesOut) {
    /**
     * A wait that is not answered yet.
     *
     * @param missing some of the names that have not come
     * @param missingInAll how many have not
     * @param age how long it has been open
     */
    public record OpenWait(List<String> missing, int missingInAll, Duration age) {
        public OpenWait {
            missing = List.copyOf(missing);
        }
    }
}
