package dev.muster.gui.usage;

import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.Palette;
import dev.muster.gui.fx.Sharp;
import dev.muster.gui.state.Figures;

import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.shape.StrokeLineJoin;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/** A chart on a canvas, drawn at most once per layout. Arrow keys point at its figures. */
final class ChartPane extends Region {
    private static final double LEFT = 64;
    private static final double RIGHT = 10;
    private static final double TOP = 8;
    private static final double BOTTOM = 20;
    private static final double BETWEEN_MARKS = 90;
    private static final Font SMALL = Font.font(Fonts.TEXT, 11);

    /** Nothing is known of what lies between two points that are so far apart. */
    private static final Duration GAP = Duration.ofSeconds(60);

    private final UsageViewModel model;
    private final Canvas canvas = new Canvas();
    private final Palette palette = new Palette(this::requestLayout);
    private UsageChart chart;

    ChartPane(UsageViewModel model, UsageChart first) {
        this.model = model;
        chart = first;
        getStyleClass().add("usage-chart");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setFocusTraversable(true);
        setMinSize(120, 70);
        getChildren().addAll(palette, canvas);
        setOnMouseMoved(mouse -> model.point(nearest(mouse.getX())));
        setOnMouseExited(_ -> model.pointAway());
        setOnMousePressed(_ -> requestFocus());
        addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
    }

    void show(UsageChart next) {
        chart = next;
        model.shown()
                .ifPresent(
                        point ->
                                setAccessibleText(
                                        "%s: %s"
                                                .formatted(
                                                        chart.measure().title(),
                                                        chart.readout(point))));
        requestLayout();
    }

    private void pressed(KeyEvent key) {
        switch (key.getCode()) {
            case LEFT -> model.move(-1);
            case RIGHT -> model.move(1);
            case HOME -> model.point(0);
            case END -> model.pointAway();
            default -> {
                return;
            }
        }
        key.consume();
    }

    private int nearest(double x) {
        double share = (x - LEFT) / Math.max(1, plotWidth());
        int best = 0;
        double least = Double.MAX_VALUE;
        for (int k = 0; k < chart.times().size(); k++) {
            double distance = Math.abs(chart.axis().share(chart.times().get(k)) - share);
            if (distance > least) break;
            least = distance;
            best = k;
        }
        return best;
    }

    private double plotWidth() {
        return getWidth() - LEFT - RIGHT;
    }

    private double plotHeight() {
        return getHeight() - TOP - BOTTOM;
    }

    private double x(Instant at) {
        return LEFT + chart.axis().share(at) * plotWidth();
    }

    private double y(double figure) {
        return TOP + (1 - chart.scale().share(figure)) * plotHeight();
    }

    @Override
    protected void layoutChildren() {
        var pen = Sharp.fit(canvas, getWidth(), getHeight());
        pen.clearRect(0, 0, getWidth(), getHeight());
        if (plotWidth() < 20 || plotHeight() < 20) return;
        grid(pen);
        band(pen);
        pen.setLineJoin(StrokeLineJoin.ROUND);
        pen.setLineWidth(1);
        pen.setStroke(faint(Palette.Name.MUTED, 0.55));
        for (Figures line : chart.others()) line(pen, line);
        pen.setLineWidth(1.8);
        pen.setStroke(palette.colour(Palette.Name.ACCENT));
        line(pen, chart.front());
        model.shown().ifPresent(point -> mark(pen, point));
    }

    private Color faint(Palette.Name name, double share) {
        return palette.colour(Palette.Name.BACKGROUND).interpolate(palette.colour(name), share);
    }

    private void grid(GraphicsContext pen) {
        pen.setFont(SMALL);
        pen.setLineWidth(1);
        pen.setStroke(faint(Palette.Name.MUTED, 0.25));
        pen.setFill(palette.colour(Palette.Name.MUTED));
        pen.setTextAlign(TextAlignment.RIGHT);
        for (int step = 0; step <= chart.scale().steps(); step++) {
            double figure = chart.scale().at(step);
            double y = Math.round(y(figure)) + 0.5;
            pen.strokeLine(LEFT, y, LEFT + plotWidth(), y);
            pen.fillText(chart.measure().mark(figure), LEFT - 8, y + 4);
        }
        pen.setTextAlign(TextAlignment.CENTER);
        int most = (int) Math.max(2, plotWidth() / BETWEEN_MARKS);
        for (Instant at : chart.axis().marks(most, model.zone())) {
            double x = Math.clamp(x(at), LEFT + 16, LEFT + plotWidth() - 16);
            pen.fillText(chart.axis().words(at, model.zone()), x, TOP + plotHeight() + BOTTOM - 5);
        }
    }

    /** From the least to the most of all ranks, where lines would be a tangle. */
    private void band(GraphicsContext pen) {
        if (chart.low().size() == 0 || !chart.others().isEmpty()) return;
        pen.setFill(faint(Palette.Name.MUTED, 0.25));
        for (int k = 1; k < chart.times().size(); k++) {
            if (parts(k, chart.low())) continue;
            double left = x(chart.times().get(k - 1));
            double right = x(chart.times().get(k));
            pen.fillPolygon(
                    new double[] {left, right, right, left},
                    new double[] {
                        y(chart.high().at(k - 1)),
                        y(chart.high().at(k)),
                        y(chart.low().at(k)),
                        y(chart.low().at(k - 1))
                    },
                    4);
        }
    }

    private void line(GraphicsContext pen, Figures line) {
        pen.beginPath();
        for (int k = 0; k < line.size(); k++) {
            if (!line.isKnown(k)) continue;
            double x = x(chart.times().get(k));
            if (k == 0 || parts(k, line)) pen.moveTo(x, y(line.at(k)));
            else pen.lineTo(x, y(line.at(k)));
        }
        pen.stroke();
    }

    /** Whether nothing is known between a point and the one before. */
    private boolean parts(int point, Figures line) {
        Instant before = chart.times().get(point - 1);
        return !line.isKnown(point - 1)
                || !line.isKnown(point)
                || Duration.between(before, chart.times().get(point)).compareTo(longestGap()) > 0;
    }

    /** Thinned series have longer steps. */
    private Duration longestGap() {
        Duration step =
                Duration.between(chart.times().getFirst(), chart.times().getLast())
                        .dividedBy(Math.max(1, chart.times().size() - 1))
                        .multipliedBy(4);
        return step.compareTo(GAP) > 0 ? step : GAP;
    }

    private void mark(GraphicsContext pen, int point) {
        if (point >= chart.times().size()) return;
        double x = x(chart.times().get(point));
        OptionalInt pointed = model.pointed().get();
        if (pointed.isPresent()) {
            pen.setStroke(palette.colour(Palette.Name.MUTED));
            pen.setLineWidth(1);
            double middle = Math.round(x) + 0.5;
            pen.strokeLine(middle, TOP, middle, TOP + plotHeight());
        }
        float figure = chart.front().at(point);
        if (Float.isNaN(figure)) return;
        pen.setFill(palette.colour(Palette.Name.ACCENT));
        pen.fillOval(x - 3.5, y(figure) - 3.5, 7, 7);
    }
}
