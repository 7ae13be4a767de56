package dev.muster.store.server;

import org.jspecify.annotations.Nullable;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * How many connections of each address have said nothing yet or watch a key, as the second
 * connection of each dialect A client does (tcpstore §11). Counted, so that the question costs the
 * same however many there are. Lives on the loop.
 */
final class Siblings {
    private final Map<InetAddress, Integer> counts = new HashMap<>();

    /** There is {@code oneMore}, or one less. */
    void changed(InetAddress address, boolean oneMore) {
        counts.merge(address, oneMore ? 1 : -1, (before, more) -> zeroIsNone(before + more));
    }

    /** Whether {@code address} has any, besides one who asks and is {@code counted} himself. */
    boolean isAnyBeside(InetAddress address, boolean counted) {
        return counts.getOrDefault(address, 0) > (counted ? 1 : 0);
    }

    private static @Nullable Integer zeroIsNone(int count) {
        return count == 0 ? null : Integer.valueOf(count);
    }
}
