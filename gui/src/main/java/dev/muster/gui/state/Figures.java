package dev.muster.gui.state;

/** One figure for each point of a series; NaN where nothing is known. Whoever made it keeps it. */
public final class Figures {
    private final float[] figures;

    /** Takes {@code figures} themselves, which nobody changes from now on. */
    Figures(float[] figures) {
        this.figures = figures;
    }

    public static Figures of(float... figures) {
        return new Figures(figures.clone());
    }

    public int size() {
        return figures.length;
    }

    public float at(int point) {
        return figures[point];
    }

    public boolean isKnown(int point) {
        return !Float.isNaN(figures[point]);
    }

    /** The largest of those that are known, at least 0. */
    public double largest() {
        double largest = 0;
        for (float figure : figures) if (figure > largest) largest = figure;
        return largest;
    }
}
