package dev.muster.gui.timeline;

import dev.muster.agent.event.Timeline.Bar;
import dev.muster.gui.fx.Mark;

/**
 * How a stretch ended, as a shape and a word.
 *
 * @param over whether it lies over another bar
 */
record BarLook(Mark mark, String word, boolean over) {
    /**
     * @param live whether what has no end goes on
     * @param blamed whether somebody's failure ended that attempt
     */
    static BarLook of(Bar bar, boolean live, boolean blamed) {
        return switch (bar.kind()) {
            case DONE -> new BarLook(Mark.DONE, "done", false);
            case CULPRIT -> new BarLook(Mark.FAILED, "failed", false);
            case FAILED -> new BarLook(Mark.COLLATERAL, "failed too", false);
            case STOPPED ->
                    blamed
                            ? new BarLook(Mark.COLLATERAL, "stopped with group", false)
                            : new BarLook(Mark.STOPPED, "stopped", false);
            case OPEN ->
                    live
                            ? new BarLook(Mark.RUNNING, "running", false)
                            : new BarLook(Mark.EXPECTED, "end not seen", false);
            case SILENT -> new BarLook(Mark.SILENT, "silent", true);
        };
    }

    /** The same of a node, which does not fail but goes. */
    static BarLook ofNode(Bar bar, boolean live) {
        return switch (bar.kind()) {
            case DONE -> new BarLook(Mark.DONE, "to the end", false);
            case OPEN ->
                    live
                            ? new BarLook(Mark.RUNNING, "here", false)
                            : new BarLook(Mark.EXPECTED, "end not seen", false);
            case FAILED, CULPRIT, SILENT -> new BarLook(Mark.FAILED, "lost", false);
            case STOPPED -> new BarLook(Mark.STOPPED, "left", false);
        };
    }
}
