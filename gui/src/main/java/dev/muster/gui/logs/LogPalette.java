package dev.muster.gui.logs;

import dev.muster.agent.job.LineLevel;

import javafx.scene.paint.Color;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a program's wishes come to in the colours of a theme. Colours that a program names are the
 * theme's own, so they can be read on dark and on light; an exact colour is changed where it could
 * not be.
 */
record LogPalette(Map<LogColor, Color> colors) {
    private static final List<LogColor> NAMED =
            List.of(
                    LogColor.BLACK,
                    LogColor.RED,
                    LogColor.GREEN,
                    LogColor.YELLOW,
                    LogColor.BLUE,
                    LogColor.MAGENTA,
                    LogColor.CYAN,
                    LogColor.WHITE);
    private static final double LEAST_CONTRAST = 3;
    private static final double LEGIBLE_STEP = 0.125;
    private static final double GROUND_STRENGTH = 0.35;
    private static final double FAINT = 0.65;

    LogPalette {
        colors = Map.copyOf(colors);
    }

    Color color(LogColor color) {
        return Optional.ofNullable(colors.get(color)).orElse(color.otherwise());
    }

    /** The colour of text of this style in a line of this level. */
    Color text(TextStyle style, LineLevel level) {
        if (style.visibleControl()) return color(LogColor.CONTROL);
        if (style.inverse()) return color(LogColor.BACKGROUND);
        Color plain =
                switch (level) {
                    case PLAIN -> color(LogColor.TEXT);
                    case WARNING -> color(LogColor.WARNING);
                    case ERROR -> color(LogColor.ERROR);
                };
        Color wished = wished(style.text(), plain);
        return style.faint() ? color(LogColor.BACKGROUND).interpolate(wished, FAINT) : wished;
    }

    /** The colour behind text of this style; transparent where there is none. */
    Color ground(TextStyle style, LineLevel level) {
        if (style.inverse()) return text(style.withInverse(false), level);
        return switch (style.ground()) {
            case Ink.Plain _ -> Color.TRANSPARENT;
            case Ink.Named(var index) ->
                    color(LogColor.BACKGROUND).interpolate(named(index), GROUND_STRENGTH);
            case Ink.Exact exact ->
                    color(LogColor.BACKGROUND).interpolate(color(exact), GROUND_STRENGTH);
        };
    }

    private Color wished(Ink ink, Color plain) {
        return switch (ink) {
            case Ink.Plain _ -> plain;
            case Ink.Named(var index) -> named(index);
            case Ink.Exact exact -> legible(color(exact), plain);
        };
    }

    /** The colour, brought nearer to one that can be read until it can be, too. */
    private Color legible(Color color, Color readable) {
        for (double step = 0; step < 1; step += LEGIBLE_STEP) {
            Color nearer = color.interpolate(readable, step);
            if (contrast(nearer, color(LogColor.BACKGROUND)) >= LEAST_CONTRAST) return nearer;
        }
        return readable;
    }

    /** Bright black is what programs take for grey; the other bright ones are as the plain ones. */
    private Color named(int index) {
        return color(index == 8 ? LogColor.GUTTER : NAMED.get(index % 8));
    }

    private static Color color(Ink.Exact exact) {
        return Color.rgb(exact.red(), exact.green(), exact.blue());
    }

    /** WCAG 2.2, "contrast ratio". */
    private static double contrast(Color one, Color other) {
        double lighter = Math.max(luminance(one), luminance(other));
        double darker = Math.min(luminance(one), luminance(other));
        return (lighter + 0.05) / (darker + 0.05);
    }

    private static double luminance(Color color) {
        return 0.2126 * linear(color.getRed())
                + 0.7152 * linear(color.getGreen())
                + 0.0722 * linear(color.getBlue());
    }

    private static double linear(double channel) {
        return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
    }
}
