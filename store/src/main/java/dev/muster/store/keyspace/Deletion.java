package dev.muster.store.keyspace;

import dev.muster.store.keyspace.Outcome.Notice;

import java.util.List;

/**
 * What became of a deletion of many names at once.
 *
 * @param count of keys and queues that were there
 * @param notices to those who watch one of the keys
 */
public record Deletion(int count, List<Notice> notices) {
    public Deletion {
        notices = List.copyOf(notices);
    }
}
