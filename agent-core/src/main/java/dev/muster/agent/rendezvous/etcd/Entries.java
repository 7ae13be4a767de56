package dev.muster.agent.rendezvous.etcd;

import java.util.List;
import java.util.Optional;

/** What was found, in the order of the keys, and the store's revision at which it was so. */
record Entries(long revision, List<Entry> entries) {
    Entries {
        entries = List.copyOf(entries);
    }

    Optional<Entry> get(String key) {
        return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
    }
}
