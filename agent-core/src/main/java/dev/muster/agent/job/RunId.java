package dev.muster.agent.job;

import java.util.regex.Pattern;

/**
 * Names one run among all runs of this user. It is a folder name too, so it is 1 … 64 letters,
 * digits, dots, dashes and underscores, and does not begin with a dot.
 */
public record RunId(String value) implements Comparable<RunId> {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");

    public RunId {
        if (!ALLOWED.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "run id: \"%s\" (expected: 1 to 64 letters, digits, '.', '_' or '-')"
                            .formatted(value));
        }
    }

    @Override
    public int compareTo(RunId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
