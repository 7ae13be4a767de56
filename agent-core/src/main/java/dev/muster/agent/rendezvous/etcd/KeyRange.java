package dev.muster.agent.rendezvous.etcd;

import java.util.Optional;

/**
 * Keys of etcd.
 *
 * @param end the first key beyond; empty for one key alone
 */
record KeyRange(String first, Optional<String> end) {
    private static final char SEPARATOR = '/';

    static KeyRange only(String key) {
        return new KeyRange(key, Optional.empty());
    }

    /** All keys that begin with {@code folder}, which ends with a slash. */
    static KeyRange under(String folder) {
        int last = folder.length() - 1;
        if (last < 0 || folder.charAt(last) != SEPARATOR) {
            throw new IllegalArgumentException(
                    "folder: '%s' (expected: one that ends with /)".formatted(folder));
        }
        return between(folder, folder.substring(0, last) + (char) (SEPARATOR + 1));
    }

    static KeyRange between(String first, String end) {
        return new KeyRange(first, Optional.of(end));
    }
}
