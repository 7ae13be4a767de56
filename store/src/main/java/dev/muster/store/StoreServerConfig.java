package dev.muster.store;

import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Limits;

import java.net.InetAddress;

/**
 * Where a store server listens and what it puts up with.
 *
 * @param address the only address it binds
 * @param port 0 for any free one; {@link StoreServer#address} tells which it became
 * @param limits sizes of keys, values and requests
 * @param maxQueuedBytes of answers that a client has not read yet; one that lets more pile up is
 *     cut off
 * @param dialects how it comes to know the dialect of each connection
 */
public record StoreServerConfig(
        InetAddress address, int port, Limits limits, int maxQueuedBytes, DialectRule dialects) {
    private static final int LARGEST_PORT = 0xffff;

    /** Any free port of 127.0.0.1, the limits of PyTorch's own server, 16 MiB of unread answers. */
    public static final StoreServerConfig DEFAULT =
            new StoreServerConfig(
                    InetAddress.ofLiteral("127.0.0.1"),
                    0,
                    Limits.DEFAULT,
                    16 << 20,
                    DialectRule.DETECT);

    public StoreServerConfig {
        if (port < 0 || port > LARGEST_PORT) {
            throw new IllegalArgumentException(
                    "port: %d (expected: 0..%d)".formatted(port, LARGEST_PORT));
        }
        if (maxQueuedBytes <= 0) {
            throw new IllegalArgumentException(
                    "maxQueuedBytes: " + maxQueuedBytes + " (expected: > 0)");
        }
    }

    public StoreServerConfig withAddress(InetAddress other) {
        return new StoreServerConfig(other, port, limits, maxQueuedBytes, dialects);
    }

    public StoreServerConfig withPort(int other) {
        return new StoreServerConfig(address, other, limits, maxQueuedBytes, dialects);
    }

    public StoreServerConfig withLimits(Limits other) {
        return new StoreServerConfig(address, port, other, maxQueuedBytes, dialects);
    }

    public StoreServerConfig withMaxQueuedBytes(int other) {
        return new StoreServerConfig(address, port, limits, other, dialects);
    }

    public StoreServerConfig withDialects(DialectRule other) {
        return new StoreServerConfig(address, port, limits, maxQueuedBytes, other);
    }
}
