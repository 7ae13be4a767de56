package dev.muster.store.bench;

import java.util.Locale;

/**
 * What a row has to reach.
 *
 * @param bound of the ratio to PyTorch's, or of our own figure
 */
record Target(Kind kind, double bound) {
    enum Kind {
        RATIO_AT_LEAST,
        RATIO_AT_MOST,
        OURS_AT_MOST,
        NOTHING
    }

    static final Target NONE = new Target(Kind.NOTHING, 0);

    static Target atLeast(double ratio) {
        return new Target(Kind.RATIO_AT_LEAST, ratio);
    }

    static Target atMost(double ratio) {
        return new Target(Kind.RATIO_AT_MOST, ratio);
    }

    static Target ourMost(double figure) {
        return new Target(Kind.OURS_AT_MOST, figure);
    }

    boolean isMet(double ratio, double ours) {
        return switch (kind) {
            case RATIO_AT_LEAST -> ratio >= bound;
            case RATIO_AT_MOST -> ratio <= bound;
            case OURS_AT_MOST -> ours <= bound;
            case NOTHING -> true;
        };
    }

    @Override
    public String toString() {
        return switch (kind) {
            case RATIO_AT_LEAST -> String.format(Locale.ROOT, "≥ %.2f ×", bound);
            case RATIO_AT_MOST -> String.format(Locale.ROOT, "≤ %.2f ×", bound);
            case OURS_AT_MOST -> String.format(Locale.ROOT, "≤ %.0f", bound);
            case NOTHING -> "";
        };
    }
}
