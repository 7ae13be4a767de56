package dev.muster.agent.rendezvous;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many nodes a job may have from now on, whatever each was told when it began.
 *
 * @param by who asked for it
 */
public record Scaling(int minNodes, int maxNodes, String by) {
    private static final int LONGEST_NAME = 200;
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}):(\\d{1,9}) (.*)");

    public Scaling {
        RendezvousParameters.checkNodes(minNodes, maxNodes);
        by = by.replaceAll("\\p{Cntrl}", " ");
        if (by.length() > LONGEST_NAME) by = by.substring(0, LONGEST_NAME);
    }

    /** On one line, as {@link #parse} reads it. */
    public String text() {
        return "%d:%d %s".formatted(minNodes, maxNodes, by);
    }

    /** Empty where {@code text} is nothing of the kind. */
    public static Optional<Scaling> parse(String text) {
        Matcher found = TEXT.matcher(text);
        if (!found.matches()) return Optional.empty();
        try {
            return Optional.of(
                    new Scaling(
                            Integer.parseInt(found.group(1)),
                            Integer.parseInt(found.group(2)),
                            found.group(3)));
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // no job has such numbers
        }
    }
}
