package dev.muster.gui;

import javafx.geometry.Rectangle2D;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Where a window lay and how large it was, in pixels of the desktop. */
record WindowPlace(double x, double y, double width, double height, boolean maximized) {
    private static final double USUAL_WIDTH = 1280;
    private static final double USUAL_HEIGHT = 800;
    private static final double LEAST_IN_SIGHT = 120;
    private static final String MAXIMIZED = "maximized";

    WindowPlace {
        boolean isReal = DoubleStream.of(x, y, width, height).allMatch(Double::isFinite);
        if (!isReal || width < 1 || height < 1) {
            throw new IllegalArgumentException(
                    "window: %f %f %f %f (expected: finite, and a size)"
                            .formatted(x, y, width, height));
        }
    }

    /** In the middle of a screen, as before anybody moved it. */
    static WindowPlace usual(Rectangle2D screen) {
        double width = Math.min(USUAL_WIDTH, screen.getWidth());
        double height = Math.min(USUAL_HEIGHT, screen.getHeight());
        return new WindowPlace(
                screen.getMinX() + (screen.getWidth() - width) / 2,
                screen.getMinY() + (screen.getHeight() - height) / 2,
                width,
                height,
                false);
    }

    /** Reads what {@link #words} wrote; absent when it is something else. */
    static Optional<WindowPlace> read(String words) {
        var parts = List.of(words.strip().split("\\s+", -1));
        boolean maximized = parts.getLast().equals(MAXIMIZED);
        if (parts.size() != (maximized ? 5 : 4)) return Optional.empty();
        try {
            var numbers = parts.stream().limit(4).map(Double::valueOf).toList();
            return Optional.of(
                    new WindowPlace(
                            numbers.get(0),
                            numbers.get(1),
                            numbers.get(2),
                            numbers.get(3),
                            maximized));
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // somebody wrote something else there
        }
    }

    /** {@code 10 20 1280 800}, and {@code maximized} when it is. */
    String words() {
        return "%d %d %d %d%s"
                .formatted(
                        Math.round(x),
                        Math.round(y),
                        Math.round(width),
                        Math.round(height),
                        maximized ? " " + MAXIMIZED : "");
    }

    /**
     * The same on the screens there are now: where its title bar cannot be taken hold of any more,
     * it comes to the middle of the first screen, and it is never larger than its screen.
     */
    WindowPlace on(List<Rectangle2D> screens) {
        var home = screens.stream().filter(this::canBeHeld).findFirst();
        Rectangle2D screen = home.orElse(screens.getFirst());
        double fitWidth = Math.min(width, screen.getWidth());
        double fitHeight = Math.min(height, screen.getHeight());
        return home.isPresent()
                ? new WindowPlace(x, y, fitWidth, fitHeight, maximized)
                : new WindowPlace(
                        screen.getMinX() + (screen.getWidth() - fitWidth) / 2,
                        screen.getMinY() + (screen.getHeight() - fitHeight) / 2,
                        fitWidth,
                        fitHeight,
                        maximized);
    }

    private boolean canBeHeld(Rectangle2D screen) {
        double right = Math.min(x + width, screen.getMaxX());
        double left = Math.max(x, screen.getMinX());
        boolean isBelowTop = y >= screen.getMinY() - 1;
        boolean isAboveBottom = y + LEAST_IN_SIGHT / 2 <= screen.getMaxY();
        return right - left >= Stream.of(LEAST_IN_SIGHT, width).min(Double::compare).orElseThrow()
                && isBelowTop
                && isAboveBottom;
    }
}
