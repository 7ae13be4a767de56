package dev.muster.store;

import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.Transport;
import dev.muster.store.view.StallWatch;

import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Where a store server listens and what it puts up with.
 *
 * @param address the only address it binds
 * @param port 0 for any free one; {@link StoreServer#address} tells which it became
 * @param limits sizes of keys, values and requests
 * @param capacity how much it holds, and for whom
 * @param dialects how it comes to know the dialect of each connection
 * @param peers the only addresses it serves; empty if it serves all
 * @param expectedClients how many may come at once: opening warns if the system allows fewer
 * @param stalls who is told, and when clients are cut off, if its thread hangs
 * @param transport how it moves bytes; empty for the best that works on this machine
 */
public record StoreServerConfig(
        InetAddress address,
        int port,
        Limits limits,
        Capacity capacity,
        DialectRule dialects,
        Optional<Set<InetAddress>> peers,
        OptionalInt expectedClients,
        StallWatch stalls,
        Optional<Transport> transport) {
    private static final int LARGEST_PORT = 0xffff;

    /** Any free port of 127.0.0.1, the limits of PyTorch's own server, every dialect and peer. */
    public static final StoreServerConfig DEFAULT =
            new StoreServerConfig(
                    InetAddress.ofLiteral("127.0.0.1"),
                    0,
                    Limits.DEFAULT,
                    Capacity.DEFAULT,
                    DialectRule.DETECT,
                    Optional.empty(),
                    OptionalInt.empty(),
                    StallWatch.DEFAULT,
                    Optional.empty());

    public StoreServerConfig {
        peers = peers.map(Set::copyOf);
        if (expectedClients.orElse(1) <= 0) {
            throw new IllegalArgumentException(
                    "expectedClients: %d (expected: > 0)".formatted(expectedClients.getAsInt()));
        }
        if (port < 0 || port > LARGEST_PORT) {
            throw new IllegalArgumentException(
                    "port: %d (expected: 0..%d)".formatted(port, LARGEST_PORT));
        }
    }

    public StoreServerConfig withAddress(InetAddress other) {
        return new StoreServerConfig(
                other, port, limits, capacity, dialects, peers, expectedClients, stalls, transport);
    }

    public StoreServerConfig withPort(int other) {
        return new StoreServerConfig(
                address,
                other,
                limits,
                capacity,
                dialects,
                peers,
                expectedClients,
                stalls,
                transport);
    }

    public StoreServerConfig withLimits(Limits other) {
        return new StoreServerConfig(
                address,
                port,
                other,
                capacity,
                dialects,
                peers,
                expectedClients,
                stalls,
                transport);
    }

    public StoreServerConfig withCapacity(Capacity other) {
        return new StoreServerConfig(
                address, port, limits, other, dialects, peers, expectedClients, stalls, transport);
    }

    public StoreServerConfig withDialects(DialectRule other) {
        return new StoreServerConfig(
                address, port, limits, capacity, other, peers, expectedClients, stalls, transport);
    }

    /** Serves {@code only} these addresses from then on. */
    public StoreServerConfig withPeers(Set<InetAddress> only) {
        return new StoreServerConfig(
                address,
                port,
                limits,
                capacity,
                dialects,
                Optional.of(only),
                expectedClients,
                stalls,
                transport);
    }

    public StoreServerConfig withExpectedClients(int other) {
        return new StoreServerConfig(
                address,
                port,
                limits,
                capacity,
                dialects,
                peers,
                OptionalInt.of(other),
                stalls,
                transport);
    }

    /** Moves bytes by {@code only} that, and does not open where it does not work. */
    public StoreServerConfig withTransport(Transport only) {
        return new StoreServerConfig(
                address,
                port,
                limits,
                capacity,
                dialects,
                peers,
                expectedClients,
                stalls,
                Optional.of(only));
    }

    /** Watches its thread by {@code other}. */
    public StoreServerConfig withStalls(StallWatch other) {
        return new StoreServerConfig(
                address,
                port,
                limits,
                capacity,
                dialects,
                peers,
                expectedClients,
                other,
                transport);
    }
}
