package dev.muster.agent.pairing;

import java.util.Set;
import java.util.regex.Pattern;

/** What the other side of a pairing is called: plain enough for a command line and a journal. */
public final class PeerName {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private PeerName() {}

    /**
     * Answers it as it is.
     *
     * @throws IllegalArgumentException with a sentence for the user when it is none
     */
    public static String check(String name) {
        if (FORM.matcher(name).matches()) return name;
        throw new IllegalArgumentException(
                "name: expected at most 63 letters, digits, dots, dashes or underscores");
    }

    /** A name as near to that as can be. */
    public static String like(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        return plain.isEmpty() ? "unnamed" : plain.substring(0, Math.min(plain.length(), 63));
    }

    /** That name, or one with a number behind it that nobody has. */
    static String free(String name, Set<String> taken) {
        String free = name;
        for (int k = 2; taken.contains(free); k++) {
            String end = "-" + k;
            free = name.substring(0, Math.min(name.length(), 63 - end.length())) + end;
        }
        return free;
    }
}
