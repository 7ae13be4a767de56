package dev.muster.store.protocol;

import java.time.Duration;

/**
 * How much a server holds and for whom. Whoever would make it more is cut off, alone.
 *
 * @param maxConnections open at a time, silent ones included
 * @param maxStoredBytes of all names and values in keys and queues together
 * @param maxQueuedBytes of answers that one client has not read yet
 * @param openingTime how long a connection may take from the first byte of its opening to the last;
 *     where only dialect C is spoken, from when it was opened
 */
public record Capacity(
        int maxConnections, long maxStoredBytes, int maxQueuedBytes, Duration openingTime) {
    private static final int MIB = 1 << 20;

    /** 32,768 connections, 512 MiB stored, 16 MiB of unread answers, 5 s. */
    public static final Capacity DEFAULT =
            new Capacity(32_768, 512L * MIB, 16 * MIB, Duration.ofSeconds(5));

    public Capacity {
        requirePositive("maxConnections", maxConnections);
        requirePositive("maxStoredBytes", maxStoredBytes);
        requirePositive("maxQueuedBytes", maxQueuedBytes);
        requirePositive("openingTime", openingTime.toNanos());
    }

    public Capacity withMaxConnections(int other) {
        return new Capacity(other, maxStoredBytes, maxQueuedBytes, openingTime);
    }

    public Capacity withMaxStoredBytes(long other) {
        return new Capacity(maxConnections, other, maxQueuedBytes, openingTime);
    }

    public Capacity withMaxQueuedBytes(int other) {
        return new Capacity(maxConnections, maxStoredBytes, other, openingTime);
    }

    public Capacity withOpeningTime(Duration other) {
        return new Capacity(maxConnections, maxStoredBytes, maxQueuedBytes, other);
    }

    private static void requirePositive(String name, long found) {
        if (found <= 0) {
            throw new IllegalArgumentException(name + ": " + found + " (expected: > 0)");
        }
    }
}
