package dev.muster.agent.store;

import java.time.Instant;
import java.util.List;

/**
 * A store at one moment.
 *
 * @param address {@code host:port}
 * @param keys how many there are; not all of them may be listed
 * @param storedBytes in keys and queues
 * @param connections how many there are; not all of them may be listed
 * @param cutOff connections that the store had to cut off so far
 * @param listed by name
 * @param clients in the order of their coming
 */
public record StoreReading(
        Instant at,
        String address,
        int keys,
        long storedBytes,
        int connections,
        long cutOff,
        List<StoreKey> listed,
        List<StoreClient> clients) {
    public StoreReading {
        listed = List.copyOf(listed);
        clients = List.copyOf(clients);
    }
}
