package dev.muster.gui.logs;

import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.Sharp;

import javafx.beans.Observable;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.css.StyleableProperty;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of one stream, drawn and not built from nodes, so that a screenful costs the same
 * however fast output arrives. Typeface and colours come from the stylesheet, as {@code -log-font}
 * and the properties of {@link LogColor}. FX thread.
 */
final class LogCanvas extends Region {
    private static final StyleablePropertyFactory<LogCanvas> FACTORY =
            new StyleablePropertyFactory<>(Region.getClassCssMetaData());

    private static final int USUAL_COLUMNS = 80;
    private static final int USUAL_ROWS = 12;

    private final StyleableProperty<Font> font =
            FACTORY.createStyleableFontProperty(
                    this, "font", "-log-font", it -> it.font, Font.font(Fonts.MONO, 12));
    private final Map<LogColor, StyleableProperty<Color>> colors = new EnumMap<>(LogColor.class);
    private final Canvas canvas = new Canvas();
    private CellGrid grid = CellGrid.of(font.getValue());
    private Optional<StreamViewModel> stream = Optional.empty();

    LogCanvas() {
        getStyleClass().add("log-canvas");
        setAccessibleRole(AccessibleRole.TEXT_AREA);
        setFocusTraversable(true);
        setCursor(Cursor.TEXT);
        for (var color : LogColor.values()) colors.put(color, styleable(color));
        ((Observable) font)
                .addListener(
                        _ -> {
                            grid = CellGrid.of(font.getValue());
                            requestLayout();
                        });
        canvas.setManaged(false);
        getChildren().add(canvas);
    }

    private StyleableProperty<Color> styleable(LogColor color) {
        var property =
                FACTORY.createStyleableColorProperty(
                        this,
                        color.property().substring(1),
                        color.property(),
                        it -> it.colors.get(color),
                        color.otherwise());
        ((Observable) property).addListener(_ -> requestLayout());
        return property;
    }

    /** Draws this stream from now on; nothing when absent. */
    void show(Optional<StreamViewModel> shown) {
        stream = shown;
        requestLayout();
    }

    /** The height of a row in pixels. */
    double rowHeight() {
        return grid.rowHeight();
    }

    /** The width of a cell in pixels. */
    double cellWidth() {
        return grid.cellWidth();
    }

    /** The place in the log that is nearest to a point; absent where there are no rows. */
    Optional<TextPosition> positionAt(double x, double y) {
        var page = page();
        if (page.isEmpty()) return Optional.empty();
        var row = page.get().row(stream.orElseThrow().top() + (long) Math.floor(y / rowHeight()));
        double cells = (x - LogGutter.of(grid, page.get()).width()) / grid.cellWidth();
        long column = Math.round(cells) + stream.orElseThrow().firstColumn();
        return Optional.of(new TextPosition(row.span().start(), (int) Math.max(0, column)));
    }

    /** Where a column begins. */
    double xOf(int column) {
        double gutter = page().map(it -> LogGutter.of(grid, it).width()).orElse(0.0);
        int first = stream.map(StreamViewModel::firstColumn).orElse(0);
        return gutter + (column - first) * grid.cellWidth();
    }

    /** The text that is drawn, a string a row. */
    List<String> textOnScreen() {
        return stream.map(StreamViewModel::rowsOnScreen).orElse(List.of()).stream()
                .map(row -> row.text().plain())
                .toList();
    }

    /** The word at a place, as columns; none where there is no word. */
    Columns wordAt(TextPosition position) {
        return page().stream()
                .flatMap(it -> it.rows().stream())
                .filter(row -> row.span().start() == position.offset())
                .map(row -> row.text().word(position.column()))
                .findFirst()
                .orElse(new Columns(position.column(), 0));
    }

    private Optional<LogPage> page() {
        return stream.filter(it -> it.state().problem().isEmpty())
                .flatMap(StreamViewModel::page)
                .filter(it -> !it.rows().isEmpty());
    }

    @Override
    protected void layoutChildren() {
        var pen = Sharp.fit(canvas, getWidth(), getHeight());
        var page = page();
        if (page.isEmpty()) pen.clearRect(0, 0, getWidth(), getHeight());
        stream.ifPresent(it -> fit(it, page));
        page.ifPresent(
                it -> {
                    var shown = stream.orElseThrow();
                    new LogPainter(pen, grid, palette(), getWidth(), getHeight())
                            .paint(
                                    it,
                                    shown.top(),
                                    shown.firstColumn(),
                                    shown.selection(),
                                    shown.current());
                });
    }

    @Override
    protected double computePrefWidth(double height) {
        return USUAL_COLUMNS * grid.cellWidth();
    }

    @Override
    protected double computePrefHeight(double width) {
        return USUAL_ROWS * grid.rowHeight();
    }

    private void fit(StreamViewModel shown, Optional<LogPage> page) {
        double gutter = page.map(it -> LogGutter.of(grid, it).width()).orElse(0.0);
        shown.resize(grid.rows(getHeight()), grid.columns(getWidth() - gutter));
    }

    /** The colours the stylesheet gives at present. */
    LogPalette palette() {
        var now = new EnumMap<LogColor, Color>(LogColor.class);
        colors.forEach((color, property) -> now.put(color, property.getValue()));
        return new LogPalette(now);
    }

    @Override
    public Object queryAccessibleAttribute(AccessibleAttribute attribute, Object... parameters) {
        return attribute == AccessibleAttribute.TEXT
                ? String.join("\n", textOnScreen())
                : super.queryAccessibleAttribute(attribute, parameters);
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return FACTORY.getCssMetaData();
    }
}
