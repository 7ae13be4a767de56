package dev.muster.store.protocol;

/**
 * How large things may be. A peer that announces more is cut off before anything is reserved for
 * it.
 *
 * @param maxKeyBytes of one name, the leading slash included; 64 KiB at most, or an older client's
 *     SET of a longer one could not be told from a newer client's greeting (tcpstore §11)
 * @param maxValueBytes of one value, also of one that grew by APPEND
 * @param maxNames in one request
 * @param maxMessageBytes of all names and values together of one request or, where it is served in
 *     parts, of one of those; of LIST_KEYS's answer; and of every answer that a client takes. Other
 *     answers are limited by what may be on the way, {@link Capacity#maxTransitBytes}
 */
public record Limits(int maxKeyBytes, int maxValueBytes, int maxNames, int maxMessageBytes) {
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;

    private static final int LONGEST_KEY = 64 * KIB;

    /** The first three are those of PyTorch's own server. */
    public static final Limits DEFAULT = new Limits(8 * KIB, 8 * MIB, 128 * KIB, 64 * MIB);

    public Limits {
        requirePositive("maxKeyBytes", maxKeyBytes);
        if (maxKeyBytes > LONGEST_KEY) {
            throw new IllegalArgumentException(
                    "maxKeyBytes: %d (expected: <= %d, the dialects could not be told apart)"
                            .formatted(maxKeyBytes, LONGEST_KEY));
        }
        requirePositive("maxValueBytes", maxValueBytes);
        requirePositive("maxNames", maxNames);
        requirePositive("maxMessageBytes", maxMessageBytes);
    }

    /**
     * Looks whether {@code request} may be sent: who sends a larger one is cut off.
     *
     * @throws IllegalArgumentException if it is too large, with what was found and what was
     *     expected
     */
    public void check(StoreRequest request) {
        Measuring.measure(request, this);
    }

    private static void requirePositive(String name, int found) {
        if (found <= 0)
            throw new IllegalArgumentException(name + ": " + found + " (expected: > 0)");
    }
}
