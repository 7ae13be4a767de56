package dev.muster.gui.timeline;

import java.time.Duration;
import java.time.Instant;

/**
 * The stretch of time in sight, and where its instants are drawn.
 *
 * @param width in pixels
 */
record TimeScale(Instant from, Instant to, double width) {
    /** Closer than that, nothing happens that could be told apart. */
    static final Duration SHORTEST = Duration.ofMillis(50);

    TimeScale {
        if (!to.isAfter(from)) to = from.plus(SHORTEST);
    }

    private double nanos() {
        return Duration.between(from, to).toNanos();
    }

    Duration span() {
        return Duration.between(from, to);
    }

    /** May lie outside of the drawing. */
    double x(Instant at) {
        return Duration.between(from, at).toNanos() / nanos() * width;
    }

    Instant at(double x) {
        return from.plusNanos((long) (x / Math.max(1, width) * nanos()));
    }

    /** Shows {@code factor} times as much around the instant at {@code x}, which stays there. */
    TimeScale zoomed(double factor, double x) {
        Instant fixed = at(x);
        double share = x / Math.max(1, width);
        double next = Math.max(SHORTEST.toNanos(), nanos() * factor);
        Instant begin = fixed.minusNanos((long) (next * share));
        return new TimeScale(begin, begin.plusNanos((long) next), width);
    }

    /** Moved along by so many pixels: to later times when positive. */
    TimeScale moved(double pixels) {
        long by = (long) (pixels / Math.max(1, width) * nanos());
        return new TimeScale(from.plusNanos(by), to.plusNanos(by), width);
    }

    /** The same, but not outside of these limits as far as it fits between them. */
    TimeScale within(Instant first, Instant last) {
        if (span().compareTo(Duration.between(first, last)) >= 0) {
            return new TimeScale(first, last, width);
        }
        if (from.isBefore(first)) return new TimeScale(first, first.plus(span()), width);
        if (to.isAfter(last)) return new TimeScale(last.minus(span()), last, width);
        return this;
    }
}
