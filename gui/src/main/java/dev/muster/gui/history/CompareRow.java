package dev.muster.gui.history;

/** One line of a comparison. */
sealed interface CompareRow {
    /** What the rows below are about. */
    record Heading(String words) implements CompareRow {}

    /** What something was in either run. */
    record Pair(String name, String left, String right, boolean differs) implements CompareRow {}

    /** What there is to say where there are no pairs. */
    record Note(String words) implements CompareRow {}

    /** What a screen reader says. */
    default String spoken() {
        return switch (this) {
            case Heading(var words) -> words;
            case Note(var words) -> words;
            case Pair(var name, var left, var right, var differs) ->
                    differs
                            ? "%s: %s, and %s".formatted(name, left, right)
                            : "%s: %s in both".formatted(name, left);
        };
    }
}
