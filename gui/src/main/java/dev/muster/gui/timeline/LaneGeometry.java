package dev.muster.gui.timeline;

/**
 * Where lanes are drawn: below the axis, as high as their number allows, moved up by {@code
 * scroll}.
 *
 * @param height of the whole drawing, in pixels
 */
record LaneGeometry(int lanes, double height, double scroll) {
    /** The times, and below them what happened to the run as a whole. */
    static final double AXIS = 24;

    static final double BAND = 20;
    static final double TOP = AXIS + BAND;

    /** Names of lanes. */
    static final double LABELS = 96;

    private static final int FEW = 40;
    private static final int MANY = 256;

    LaneGeometry {
        scroll = Math.clamp(scroll, 0, most(lanes, height));
    }

    /** The height of a lane. */
    double lane() {
        return lane(lanes);
    }

    private static double lane(int lanes) {
        if (lanes <= FEW) return 24;
        return lanes <= MANY ? 17 : 13;
    }

    private static double most(int lanes, double height) {
        return Math.max(0, lanes * lane(lanes) - (height - TOP));
    }

    /** How far one can scroll; 0 when all lanes are in sight. */
    double mostScroll() {
        return most(lanes, height);
    }

    /** The share of the lanes that is in sight, 0 … 1. */
    double share() {
        double all = lanes * lane();
        return all == 0 ? 1 : Math.min(1, (height - TOP) / all);
    }

    double y(int lane) {
        return TOP + lane * lane() - scroll;
    }

    /** The lane at a height; may be one that is not there. */
    int at(double y) {
        return y < TOP ? -1 : (int) Math.floor((y - TOP + scroll) / lane());
    }

    int first() {
        return Math.clamp((long) Math.floor(scroll / lane()), 0, Math.max(0, lanes - 1));
    }

    /** Behind the last one in sight. */
    int end() {
        return Math.clamp((long) Math.ceil((scroll + height - TOP) / lane()), 0, lanes);
    }

    /** How many lanes a page key moves. */
    int page() {
        return Math.max(1, (int) ((height - TOP) / lane()) - 1);
    }

    /** Scrolled no further than needed to have that lane in sight. */
    LaneGeometry showing(int lane) {
        double above = lane * lane();
        double below = above + lane() - (height - TOP);
        return new LaneGeometry(lanes, height, Math.clamp(scroll, Math.min(below, above), above));
    }
}
