package dev.muster.gui.usage;

/**
 * An axis from 0 to a round figure that nothing on the chart is above.
 *
 * @param steps of equal size, each with a line
 */
record Scale(double top, int steps) {
    /** For charts whose largest figure this is; one that is none is taken for 0. */
    static Scale of(double largest) {
        if (!(largest > 0) || Double.isInfinite(largest)) return new Scale(1, 2);
        double power = Math.pow(10, Math.floor(Math.log10(largest)));
        double share = largest / power;
        if (share <= 1) return new Scale(power, 2);
        if (share <= 2) return new Scale(2 * power, 2);
        if (share <= 3) return new Scale(3 * power, 3);
        if (share <= 4) return new Scale(4 * power, 2);
        if (share <= 6) return new Scale(6 * power, 3);
        return share <= 8 ? new Scale(8 * power, 2) : new Scale(10 * power, 2);
    }

    double at(int step) {
        return top * step / steps;
    }

    /** How far up a figure is, 0 to 1. */
    double share(double figure) {
        return Math.clamp(figure / top, 0.0, 1.0);
    }
}
