package dev.muster.gui.launch;

/** The checks' clauses as sentences of their own. */
final class Sentences {
    private Sentences() {}

    /** With a capital, unless it begins with a name or a path, and a full stop. */
    static String from(String clause) {
        if (clause.isEmpty()) return clause;
        boolean word =
                clause.length() > 1
                        && (Character.isLowerCase(clause.charAt(1)) || clause.charAt(1) == ' ');
        char first = word ? Character.toUpperCase(clause.charAt(0)) : clause.charAt(0);
        return first + clause.substring(1) + (clause.endsWith(".") ? "" : ".");
    }
}
