package dev.muster.agent.barrier;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Why a generation cannot go on. The first one that a participant has or hears of is the one it
 * keeps and passes on.
 *
 * @param epoch where {@code origin} was or was about to be
 * @param origin who noticed
 * @param phase what the missing have not done there: enter, or say that they are informed
 * @param missing whom {@code origin} had not heard of, itself or through others; empty where nobody
 *     was waited for
 * @param because a whole sentence without a final stop, at most {@value #LONGEST_TEXT} bytes
 */
public record Breach(
        long generation,
        long epoch,
        PeerId origin,
        Cause cause,
        BarrierPhase phase,
        SortedSet<PeerId> missing,
        String because) {
    /** In bytes of UTF-8. */
    public static final int LONGEST_TEXT = 600;

    /** What kind of end it was. */
    public enum Cause {
        /** The deadline of a wait passed. */
        TIMED_OUT,
        /** Somebody asked for it. */
        ABORTED,
        /** Somebody who was waited for has gone for good. */
        LEFT,
        /** Somebody who was waited for has given no sign of life for too long. */
        DEPARTED,
        /** A participant came back without knowing what it did before. */
        RESTARTED,
        /** A participant counts otherwise: it missed epochs or a reset. */
        OUT_OF_STEP,
        /** Somebody is forming the next generation. */
        SUPERSEDED
    }

    public Breach {
        missing = Collections.unmodifiableSortedSet(new TreeSet<>(missing));
    }

    /** As much of a sentence as there is room for: a character is at most three bytes. */
    static String shortened(String sentence) {
        int most = LONGEST_TEXT / 3;
        return sentence.length() <= most ? sentence : sentence.substring(0, most - 1) + "…";
    }
}
