package dev.muster.agent.control;

/**
 * Who is at the other end of a connection.
 *
 * @param name for the journal and the audit, as the system knows it
 */
record Caller(String name, Role role) {
    /** What it calls itself comes first, because that says more to people. */
    String calling(String itself) {
        return itself.isEmpty() ? name : "%s (%s)".formatted(itself, name);
    }
}
