package dev.muster.gui.logs;

import dev.muster.agent.job.LineLevel;

import java.util.Optional;

/**
 * Which lines of a log are shown, and what in them is looked for.
 *
 * @param find marked where it stands, and counted
 * @param showing what that means for the lines
 * @param warningsOnly whether lines below a warning are left out, too
 */
record Query(Optional<LinePattern> find, Showing showing, boolean warningsOnly) {
    /** Everything, and nothing is looked for. */
    static final Query NONE = new Query(Optional.empty(), Showing.ALL, false);

    /** Which lines are left when something is looked for. */
    enum Showing {
        ALL,
        MATCHING,
        OTHERS
    }

    /** Whether any line is left out. */
    boolean hides() {
        return warningsOnly || (find.isPresent() && showing != Showing.ALL);
    }

    /** Whether lines have to be looked at one by one. */
    boolean asks() {
        return warningsOnly || find.isPresent();
    }

    /** Whether a line is shown that has, or has not, what is looked for. */
    boolean shows(LineLevel level, boolean hit) {
        if (warningsOnly && level == LineLevel.PLAIN) return false;
        return switch (showing) {
            case ALL -> true;
            case MATCHING -> hit || find.isEmpty();
            case OTHERS -> !hit;
        };
    }
}
