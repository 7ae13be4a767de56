package dev.muster.agent.rendezvous.c10d;

/**
 * What a pickled state may cost its reader. Each limit is checked before anything is made.
 *
 * @param bytes of the whole pickle
 * @param textBytes of one string, or of one name in it
 * @param depth of containers that are being filled within each other
 * @param memo entries: what the pickle may refer back to
 * @param items values in all, each as often as a container takes it up
 */
public record PickleLimits(int bytes, int textBytes, int depth, int memo, int items) {
    /** Room for ten thousand nodes with long names. */
    public static final PickleLimits DEFAULT =
            new PickleLimits(4 << 20, 1_024, 16, 200_000, 800_000);
}
