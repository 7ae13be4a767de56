package dev.muster.agent.control;

/** What a caller may do. Each role may do what those before it may. */
enum Role {
    /** See everything. */
    VIEWER,
    /** Steer the runs that are there. */
    OPERATOR,
    /** Start what was not there. */
    ADMIN;

    boolean mayAs(Role needed) {
        return compareTo(needed) >= 0;
    }
}
