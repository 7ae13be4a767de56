package dev.muster.gui.timeline;

import dev.muster.agent.event.Timeline;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.MarkPen;
import dev.muster.gui.fx.Palette;
import dev.muster.gui.fx.Palette.Name;
import dev.muster.gui.timeline.Lane.LaneBar;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;

import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Draws what is in sight of a timeline. FX thread. */
final class TimelinePainter {
    private static final double GLYPH = 8;
    private static final double GAP = 6;
    private static final double ROUND = 4;

    /** Bars that end at once are seen too. */
    private static final double LEAST_BAR = 2;

    private final GraphicsContext pen;
    private final Palette palette;
    private final TimelineViewModel model;
    private final LaneGeometry lanes;
    private final TimeScale scale;
    private final double width;
    private final Font small;
    private final Map<String, Double> widths = new HashMap<>();

    TimelinePainter(
            GraphicsContext pen,
            Palette palette,
            TimelineViewModel model,
            LaneGeometry lanes,
            TimeScale scale) {
        this.pen = pen;
        this.palette = palette;
        this.model = model;
        this.lanes = lanes;
        this.scale = scale;
        width = LaneGeometry.LABELS + scale.width();
        small = Font.font(Fonts.TEXT, lanes.lane() < 16 ? 10 : 11.5);
    }

    void paint(ZoneId zone, OptionalDouble hover) {
        pen.clearRect(0, 0, width, lanes.height());
        pen.setTextBaseline(VPos.CENTER);
        pen.setFont(small);
        pen.setLineWidth(1);
        ticks(zone);
        for (int lane = lanes.first(); lane < lanes.end(); lane++) lane(lane);
        if (model.isRecorded()) model.now().ifPresent(this::dimFrom);
        coverAbove();
        axis(zone);
        model.timeline().ifPresent(this::marks);
        model.now().ifPresent(now -> line(now, palette.colour(Name.ACCENT), 0));
        hover.ifPresent(x -> crosshair(x, zone));
    }

    private double x(Instant at) {
        return LaneGeometry.LABELS + scale.x(at);
    }

    private void ticks(ZoneId zone) {
        pen.setStroke(faint(0.16));
        for (var tick : TimeTicks.of(scale, zone)) {
            double x = Math.floor(x(tick.at())) + 0.5;
            pen.strokeLine(x, LaneGeometry.AXIS, x, lanes.height());
        }
    }

    private Color faint(double opacity) {
        return palette.colour(Name.MUTED).deriveColor(0, 1, 1, opacity);
    }

    /** Of a recording, what had not happened by then. */
    private void dimFrom(Instant now) {
        double x = Math.clamp(x(now), LaneGeometry.LABELS, width);
        pen.setFill(palette.colour(Name.BACKGROUND).deriveColor(0, 1, 1, 0.6));
        pen.fillRect(x, LaneGeometry.TOP, width - x, lanes.height() - LaneGeometry.TOP);
    }

    /** Lanes that are scrolled away end below the axis. */
    private void coverAbove() {
        pen.setFill(palette.colour(Name.BACKGROUND));
        pen.fillRect(0, 0, width, LaneGeometry.TOP);
    }

    private void axis(ZoneId zone) {
        pen.setFill(palette.colour(Name.MUTED));
        pen.setStroke(faint(0.35));
        pen.setTextAlign(TextAlignment.CENTER);
        for (var tick : TimeTicks.of(scale, zone)) {
            double x = Math.floor(x(tick.at())) + 0.5;
            double half = widthOf(tick.label()) / 2;
            double text =
                    Math.clamp(
                            x,
                            LaneGeometry.LABELS + half,
                            Math.max(LaneGeometry.LABELS + half, width - half - 2));
            pen.fillText(tick.label(), Math.rint(text), LaneGeometry.AXIS / 2);
            pen.strokeLine(x, LaneGeometry.AXIS - 4, x, LaneGeometry.AXIS);
        }
        pen.setTextAlign(TextAlignment.LEFT);
        double y = LaneGeometry.TOP - 0.5;
        pen.strokeLine(0, y, width, y);
    }

    /** Starts of the group, and changes of who takes part; names where there is room for them. */
    private void marks(Timeline told) {
        double free = LaneGeometry.LABELS;
        double middle = LaneGeometry.AXIS + LaneGeometry.BAND / 2;
        for (var start : told.attempts()) {
            double x = x(start.at());
            if (x < LaneGeometry.LABELS - 1 || x > width) continue;
            dashed(x, palette.colour(Name.MUTED));
            String name = "attempt " + (start.attempt() + 1);
            if (x < free) continue;
            pen.setFill(palette.colour(Name.FOREGROUND));
            pen.fillText(name, x + 5, middle);
            free = x + widthOf(name) + 14;
        }
        for (var change : told.changes()) {
            double x = x(change.at());
            if (x < LaneGeometry.LABELS - 1 || x > width) continue;
            Color colour = palette.colour(change.loss() ? Mark.COLLATERAL : Mark.STARTING);
            line(change.at(), colour, LaneGeometry.AXIS);
            pen.setFill(colour);
            diamond(x, LaneGeometry.TOP - 5);
        }
    }

    private void diamond(double x, double y) {
        pen.fillPolygon(new double[] {x, x + 4, x, x - 4}, new double[] {y - 4, y, y + 4, y}, 4);
    }

    private void dashed(double x, Color colour) {
        double at = Math.floor(x) + 0.5;
        pen.setStroke(colour.deriveColor(0, 1, 1, 0.6));
        pen.setLineDashes(3, 3);
        pen.strokeLine(at, LaneGeometry.AXIS, at, bottom());
        pen.setLineDashes();
    }

    private double bottom() {
        return Math.min(lanes.height(), lanes.y(lanes.lanes()));
    }

    private void line(Instant at, Color colour, double top) {
        double x = Math.floor(x(at)) + 0.5;
        if (x < LaneGeometry.LABELS || x > width) return;
        pen.setStroke(colour);
        pen.strokeLine(x, top, x, bottom());
    }

    private void crosshair(double x, ZoneId zone) {
        if (x < LaneGeometry.LABELS) return;
        String time = TimeWords.exact(scale.at(x - LaneGeometry.LABELS), zone);
        double half = widthOf(time) / 2 + 5;
        double middle =
                Math.clamp(
                        x,
                        LaneGeometry.LABELS + half,
                        Math.max(LaneGeometry.LABELS + half, width - half));
        pen.setStroke(faint(0.7));
        pen.strokeLine(Math.floor(x) + 0.5, LaneGeometry.AXIS, Math.floor(x) + 0.5, bottom());
        pen.setFill(palette.colour(Name.FOREGROUND));
        pen.fillRoundRect(middle - half, 3, 2 * half, LaneGeometry.AXIS - 6, 6, 6);
        pen.setFill(palette.colour(Name.BACKGROUND));
        pen.setTextAlign(TextAlignment.CENTER);
        pen.fillText(time, middle, LaneGeometry.AXIS / 2);
        pen.setTextAlign(TextAlignment.LEFT);
    }

    private void lane(int number) {
        Lane lane = model.lanes().get(number);
        double y = lanes.y(number);
        boolean selected = lane.rank().isPresent() && lane.rank().equals(model.selected());
        if (selected) {
            pen.setFill(palette.colour(Name.ACCENT).deriveColor(0, 1, 1, 0.14));
            pen.fillRect(0, y, width, lanes.lane());
        }
        pen.save();
        pen.beginPath();
        pen.rect(LaneGeometry.LABELS, y, scale.width(), lanes.lane());
        pen.clip();
        for (LaneBar bar : lane.bars()) {
            if (!bar.look().over()) bar(bar, y);
        }
        for (LaneBar bar : lane.bars()) {
            if (bar.look().over()) silence(bar, y);
        }
        pen.restore();
        pen.setFill(palette.colour(selected ? Name.FOREGROUND : Name.MUTED));
        pen.fillText(
                fitted(lane.name(), LaneGeometry.LABELS - 20), 14, Math.rint(y + lanes.lane() / 2));
    }

    private void bar(LaneBar bar, double y) {
        double from = x(bar.bar().from());
        double to = Math.max(from + LEAST_BAR, x(model.end(bar.bar())));
        if (to < LaneGeometry.LABELS || from > width) return;
        double inset = lanes.lane() < 16 ? 1.5 : 3;
        double height = lanes.lane() - 2 * inset;
        Color colour = palette.colour(bar.look().mark());
        // what lies outside is cut off, and a rectangle of a million pixels is never drawn
        double left = Math.max(from, LaneGeometry.LABELS - 10);
        double right = Math.min(to, width + 10);
        boolean bold = bar.look().mark() == Mark.FAILED;
        pen.setFill(colour.deriveColor(0, 1, 1, fullness(bar.look().mark())));
        pen.fillRoundRect(left, y + inset, right - left, height, ROUND, ROUND);
        pen.setStroke(colour.deriveColor(0, 1, 1, bold ? 1 : 0.65));
        pen.strokeRoundRect(
                Math.floor(left) + 0.5,
                y + inset + 0.5,
                right - left - 1,
                height - 1,
                ROUND,
                ROUND);
        told(bar.look(), Math.max(left, LaneGeometry.LABELS), Math.min(to, width), y);
    }

    /** Whoever was to blame stands out among those who went with it. */
    private static double fullness(Mark mark) {
        return switch (mark) {
            case FAILED -> 0.4;
            case COLLATERAL -> 0.1;
            default -> 0.2;
        };
    }

    /** The shape, and the word where there is room for it, at the end of what is in sight. */
    private void told(BarLook look, double left, double right, double y) {
        double middle = Math.rint(y + lanes.lane() / 2);
        double room = right - left - 2 * GAP;
        if (room < GLYPH) return;
        double word = widthOf(look.word());
        boolean fits = room >= GLYPH + GAP + word;
        double at = Math.rint(fits ? right - GAP - word - GAP - GLYPH : right - GAP - GLYPH);
        pen.setFill(palette.colour(look.mark()));
        pen.setStroke(palette.colour(look.mark()));
        shape(look.mark(), at, middle - GLYPH / 2);
        if (!fits) return;
        pen.setFill(palette.colour(Name.FOREGROUND));
        pen.fillText(look.word(), at + GLYPH + GAP, middle);
    }

    /** On a canvas, what is the rule has no shape, and half a square no other half. */
    private void shape(Mark mark, double x, double y) {
        switch (mark) {
            case RUNNING -> pen.fillOval(x, y, GLYPH, GLYPH);
            case EXPECTED -> pen.strokeOval(x, y, GLYPH, GLYPH);
            case STOPPED, STOPPING -> {
                pen.strokeRect(x + 0.5, y + 0.5, GLYPH - 1, GLYPH - 1);
                MarkPen.draw(pen, mark, x, y, GLYPH);
            }
            default -> MarkPen.draw(pen, mark, x, y, GLYPH);
        }
    }

    /** Along the bottom of the bar it lies over, with its diamond in the middle. */
    private void silence(LaneBar bar, double y) {
        double from = Math.max(x(bar.bar().from()), LaneGeometry.LABELS);
        double to = Math.min(Math.max(from + LEAST_BAR, x(model.end(bar.bar()))), width);
        if (to < LaneGeometry.LABELS || from > width) return;
        double height = Math.max(3, lanes.lane() / 5);
        double bottom = y + lanes.lane() - (lanes.lane() < 16 ? 1.5 : 3);
        pen.setFill(palette.colour(Mark.SILENT));
        pen.fillRect(from, bottom - height, to - from, height);
        if (to - from < GLYPH + 4) return;
        MarkPen.draw(
                pen,
                Mark.SILENT,
                (from + to) / 2 - GLYPH / 2,
                y + lanes.lane() / 2 - GLYPH / 2,
                GLYPH);
    }

    private String fitted(String name, double most) {
        if (widthOf(name) <= most) return name;
        int end = name.length();
        while (end > 1 && widthOf(name.substring(0, end) + "…") > most) end--;
        return name.substring(0, end) + "…";
    }

    private double widthOf(String words) {
        return widths.computeIfAbsent(
                words,
                _ -> {
                    var text = new Text(words);
                    text.setFont(small);
                    return text.getLayoutBounds().getWidth();
                });
    }
}
