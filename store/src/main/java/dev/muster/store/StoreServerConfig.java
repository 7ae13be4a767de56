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
import java.util.function.Consumer;

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
        return with(draft -> draft.address = other);
    }

    public StoreServerConfig withPort(int other) {
        return with(draft -> draft.port = other);
    }

    public StoreServerConfig withLimits(Limits other) {
        return with(draft -> draft.limits = other);
    }

    public StoreServerConfig withCapacity(Capacity other) {
        return with(draft -> draft.capacity = other);
    }

    public StoreServerConfig withDialects(DialectRule other) {
        return with(draft -> draft.dialects = other);
    }

    /** Serves {@code only} these addresses from then on. */
    public StoreServerConfig withPeers(Set<InetAddress> only) {
        return with(draft -> draft.peers = Optional.of(only));
    }

    public StoreServerConfig withExpectedClients(int other) {
        return with(draft -> draft.expectedClients = OptionalInt.of(other));
    }

    /** Moves bytes by {@code only} that, and does not open where it does not work. */
    public StoreServerConfig withTransport(Transport only) {
        return with(draft -> draft.transport = Optional.of(only));
    }

    /** Watches its thread by {@code other}. */
    public StoreServerConfig withStalls(StallWatch other) {
        return with(draft -> draft.stalls = other);
    }

    private StoreServerConfig with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.finished();
    }

    /** One of these while something in it changes. */
    private static final class Draft {
        private InetAddress address;
        private int port;
        private Limits limits;
        private Capacity capacity;
        private DialectRule dialects;
        private Optional<Set<InetAddress>> peers;
        private OptionalInt expectedClients;
        private StallWatch stalls;
        private Optional<Transport> transport;

        Draft(StoreServerConfig from) {
            address = from.address;
            port = from.port;
            limits = from.limits;
            capacity = from.capacity;
            dialects = from.dialects;
            peers = from.peers;
            expectedClients = from.expectedClients;
            stalls = from.stalls;
            transport = from.transport;
        }

        StoreServerConfig finished() {
            return new StoreServerConfig(
                    address,
                    port,
                    limits,
                    capacity,
                    dialects,
                    peers,
                    expectedClients,
                    stalls,
                    transport);
        }
    }
}
