package dev.muster.store.keyspace;

import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What is held counts with its name and with what the holding itself takes, so that a great many
 * empty values, or waits for names of one letter, are not free.
 */
final class StoredBytes {
    private static final int HOLDING = 128;

    /** A name that is missed stands in two maps, and in one of them with a set of its own. */
    private static final int MISSING = 320;

    /** A name of a long wait stands in a list and nowhere else. */
    private static final int LISTED = 80;

    private StoredBytes() {}

    static long of(Key name, Value value) {
        return HOLDING + (long) name.name().length() + value.content().length();
    }

    static long of(Map<Key, Value> values) {
        return values.entrySet().stream()
                .mapToLong(entry -> of(entry.getKey(), entry.getValue()))
                .sum();
    }

    static long of(List<Entry> entries) {
        long all = 0;
        for (Entry entry : entries) all += of(entry.key(), entry.value());
        return all;
    }

    /** Of a name that somebody waits for or watches. */
    static long ofMissing(Key name) {
        return MISSING + (long) name.name().length();
    }

    static long ofMissing(Collection<Key> names) {
        long all = 0;
        for (Key name : names) all += ofMissing(name);
        return all;
    }

    /** Of names that a long wait is for. */
    static long ofListed(Collection<Key> names) {
        long all = 0;
        for (Key name : names) all += LISTED + (long) name.name().length();
        return all;
    }
}
