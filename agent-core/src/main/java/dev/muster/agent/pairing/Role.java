package dev.muster.agent.pairing;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a caller may do. Each role may do what those before it may. */
public enum Role {
    /** Show that it was given a code. */
    STRANGER,
    /** See everything. */
    VIEWER,
    /** Steer the runs that are there. */
    OPERATOR,
    /** Start what was not there. */
    ADMIN;

    public boolean mayAs(Role needed) {
        return compareTo(needed) >= 0;
    }

    /** As people write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a role that can be given to somebody.
     *
     * @throws IllegalArgumentException with a sentence for the user when it is none
     */
    public static Role given(String word) {
        return Arrays.stream(values())
                .filter(role -> role != STRANGER && role.word().equals(word))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "role: found \"%s\", expected %s"
                                                .formatted(word, words())));
    }

    private static String words() {
        return Arrays.stream(values())
                .filter(role -> role != STRANGER)
                .map(Role::word)
                .collect(Collectors.joining(", "));
    }
}
