package dev.muster.gui.fx;

import java.util.List;

/**
 * How large everything is drawn.
 *
 * @param percent of the usual size, 80 to 200
 */
public record Zoom(int percent) {
    public static final Zoom USUAL = new Zoom(100);
    public static final int LEAST = 80;
    public static final int MOST = 200;

    /** What is offered, smallest first. */
    public static final List<Zoom> STEPS =
            List.of(80, 90, 100, 110, 125, 150, 175, 200).stream().map(Zoom::new).toList();

    public Zoom {
        percent = Math.clamp(percent, LEAST, MOST);
    }

    /** The next step; the last one stays. */
    public Zoom larger() {
        return STEPS.stream()
                .filter(step -> step.percent > percent)
                .findFirst()
                .orElse(STEPS.getLast());
    }

    /** The step before; the first one stays. */
    public Zoom smaller() {
        return STEPS.reversed().stream()
                .filter(step -> step.percent < percent)
                .findFirst()
                .orElse(STEPS.getFirst());
    }

    /** By what lengths are multiplied. */
    public double factor() {
        return percent / 100.0;
    }

    /**
     * The factor in a window that is to show so much at least: everything smaller is better than
     * half of it out of sight. Never smaller than the usual size, unless that is wanted.
     */
    public double fitting(double width, double height, double leastWidth, double leastHeight) {
        double room = Math.min(width / leastWidth, height / leastHeight);
        return Math.min(factor(), Math.max(room, Math.min(1, factor())));
    }
}
