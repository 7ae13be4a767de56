package dev.muster.store.protocol;

import java.time.Duration;

/**
 * How much a server holds and for whom. Whoever would make it more is cut off, alone; where too
 * much is on the way, that is whoever has the most of it.
 *
 * @param maxConnections open at a time, silent ones included
 * @param maxStoredBytes of all names and values in keys and queues together
 * @param maxWaitingBytes of all names together that somebody waits for or watches
 * @param maxQueuedBytes of answers that one client has not read yet
 * @param maxTransitBytes of answers that are not read yet and of requests that are not complete
 *     yet, of all clients together
 * @param openingTime how long a connection may take from the first byte of its opening to the last;
 *     where only dialect C is spoken, from when it was opened
 */
public record Capacity(
        int maxConnections,
        long maxStoredBytes,
        long maxWaitingBytes,
        int maxQueuedBytes,
        long maxTransitBytes,
        Duration openingTime) {
    private static final int MIB = 1 << 20;

    /**
     * 32,768 connections, 5 s to open one; 512 MiB stored, 256 MiB of names waited for, 256 MiB on
     * the way and 16 MiB of that for each. What is stored and waited for takes a half and a quarter
     * of Java's heap at most.
     */
    public static final Capacity DEFAULT =
            new Capacity(
                    32_768,
                    Math.min(512L * MIB, Runtime.getRuntime().maxMemory() / 2),
                    Math.min(256L * MIB, Runtime.getRuntime().maxMemory() / 4),
                    16 * MIB,
                    256L * MIB,
                    Duration.ofSeconds(5));

    public Capacity {
        requirePositive("maxConnections", maxConnections);
        requirePositive("maxStoredBytes", maxStoredBytes);
        requirePositive("maxWaitingBytes", maxWaitingBytes);
        requirePositive("maxQueuedBytes", maxQueuedBytes);
        requirePositive("maxTransitBytes", maxTransitBytes);
        requirePositive("openingTime", openingTime.toNanos());
    }

    public Capacity withMaxConnections(int other) {
        return new Capacity(
                other,
                maxStoredBytes,
                maxWaitingBytes,
                maxQueuedBytes,
                maxTransitBytes,
                openingTime);
    }

    public Capacity withMaxStoredBytes(long other) {
        return new Capacity(
                maxConnections,
                other,
                maxWaitingBytes,
                maxQueuedBytes,
                maxTransitBytes,
                openingTime);
    }

    public Capacity withMaxWaitingBytes(long other) {
        return new Capacity(
                maxConnections,
                maxStoredBytes,
                other,
                maxQueuedBytes,
                maxTransitBytes,
                openingTime);
    }

    public Capacity withMaxQueuedBytes(int other) {
        return new Capacity(
                maxConnections,
                maxStoredBytes,
                maxWaitingBytes,
                other,
                maxTransitBytes,
                openingTime);
    }

    public Capacity withMaxTransitBytes(long other) {
        return new Capacity(
                maxConnections,
                maxStoredBytes,
                maxWaitingBytes,
                maxQueuedBytes,
                other,
                openingTime);
    }

    public Capacity withOpeningTime(Duration other) {
        return new Capacity(
                maxConnections,
                maxStoredBytes,
                maxWaitingBytes,
                maxQueuedBytes,
                maxTransitBytes,
                other);
    }

    private static void requirePositive(String name, long found) {
        if (found <= 0) {
            throw new IllegalArgumentException(name + ": " + found + " (expected: > 0)");
        }
    }
}
