package dev.muster.agent.control;

import dev.muster.agent.pairing.KeyPin;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How often somebody came and was not let in. Whoever did too often within a minute is not listened
 * to for the rest of it: a handshake costs us more than it costs him. Where somebody paired comes
 * from, too, his neighbours cannot have him silenced. On the control loop.
 */
final class Knocks {
    /** In vain, from one address or with one key within one minute. */
    static final int MOST = 10;

    /** The same, from one network of IPv6, in which whoever has one address has all of them. */
    static final int MOST_OF_NETWORK = 100;

    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** How long an address stays one from which somebody paired has come. */
    private static final Duration KNOWN = Duration.ofHours(1);

    private static final int MOST_SOURCES = 1_024;
    private static final int MOST_KNOWN = 256;

    /** What one network gets of an IPv6 address (RFC 6177 leaves at least that to one site). */
    private static final int NETWORK_BYTES = 8;

    /** How one more that was refused is to be taken. */
    enum Verdict {
        /** It happens. */
        HEARD,
        /** As often as it may be. */
        LAST,
        /** More often than that, and so no news. */
        PAST
    }

    private sealed interface Source {
        int most();
    }

    private record Address(InetAddress address) implements Source {
        @Override
        public int most() {
            return MOST;
        }
    }

    private record Network(ByteBuffer start) implements Source {
        @Override
        public int most() {
            return MOST_OF_NETWORK;
        }
    }

    private record Key(KeyPin pin) implements Source {
        @Override
        public int most() {
            return MOST;
        }
    }

    private record Count(Instant since, int refused) {}

    private final Map<Source, Count> counts = bounded(MOST_SOURCES);
    private final Map<InetAddress, Instant> known = bounded(MOST_KNOWN);

    private static <K, V> Map<K, V> bounded(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    boolean isHeard(InetAddress address, Instant now) {
        return isKnown(address, now)
                || sources(address).stream().allMatch(source -> isHeard(source, now));
    }

    boolean isHeard(KeyPin key, Instant now) {
        return isHeard(new Key(key), now);
    }

    private boolean isHeard(Source source, Instant now) {
        return count(source, now).refused() < source.most();
    }

    /** Counts one more. */
    Verdict refused(InetAddress address, Instant now) {
        Verdict worst = Verdict.HEARD;
        for (Source source : sources(address)) {
            Verdict verdict = refused(source, now);
            if (verdict.compareTo(worst) > 0) worst = verdict;
        }
        return worst;
    }

    /** Counts one more of somebody who is paired and asks for what he may not. */
    Verdict refused(KeyPin key, Instant now) {
        return refused(new Key(key), now);
    }

    private Verdict refused(Source source, Instant now) {
        Count before = count(source, now);
        int refused = before.refused() + 1;
        counts.put(source, new Count(before.since(), refused));
        if (refused < source.most()) return Verdict.HEARD;
        return refused == source.most() ? Verdict.LAST : Verdict.PAST;
    }

    /** Somebody paired comes from there. */
    void welcomed(InetAddress address, Instant now) {
        known.remove(address); // the one that came longest ago is forgotten first
        known.put(address, now);
    }

    /** Whether somebody paired came from there lately. */
    boolean isKnown(InetAddress address, Instant now) {
        Instant came = known.get(address);
        return came != null && now.isBefore(came.plus(KNOWN));
    }

    private Count count(Source source, Instant now) {
        Count count = counts.get(source);
        return count == null || !now.isBefore(count.since().plus(WINDOW))
                ? new Count(now, 0)
                : count;
    }

    private static List<Source> sources(InetAddress address) {
        return address instanceof Inet6Address
                ? List.of(new Address(address), network(address))
                : List.of(new Address(address));
    }

    private static Network network(InetAddress address) {
        return new Network(ByteBuffer.wrap(address.getAddress(), 0, NETWORK_BYTES));
    }
}
