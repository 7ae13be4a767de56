package dev.muster.agent.control;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often somebody came and was not let in. Whoever did too often within a minute is not listened
 * to for the rest of it: a handshake costs us more than it costs him. On the control loop.
 */
final class Knocks {
    /** In vain, from one address within one minute. */
    static final int MOST = 10;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MOST_ADDRESSES = 1_024;

    /** What one network gets of an IPv6 address (RFC 6177 leaves at least that to one site). */
    private static final int NETWORK_BYTES = 8;

    private record Count(Instant since, int refused) {}

    private final Map<ByteBuffer, Count> byAddress =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Count> eldest) {
                    return size() > MOST_ADDRESSES;
                }
            };

    boolean isHeard(InetAddress address, Instant now) {
        return count(address, now).refused() < MOST;
    }

    /** Counts one more; answers whether that was one too many. */
    boolean refused(InetAddress address, Instant now) {
        Count before = count(address, now);
        byAddress.put(network(address), new Count(before.since(), before.refused() + 1));
        return before.refused() + 1 == MOST;
    }

    private Count count(InetAddress address, Instant now) {
        Count count = byAddress.get(network(address));
        return count == null || !now.isBefore(count.since().plus(WINDOW))
                ? new Count(now, 0)
                : count;
    }

    private static ByteBuffer network(InetAddress address) {
        byte[] bytes = address.getAddress();
        return address instanceof Inet6Address
                ? ByteBuffer.wrap(bytes, 0, NETWORK_BYTES)
                : ByteBuffer.wrap(bytes);
    }
}
