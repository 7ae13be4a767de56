package dev.muster.gui.ranks;

import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Palette;

import javafx.collections.ListChangeListener;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;

import java.util.Optional;

/**
 * The grid as one canvas. A rank that runs is a plain square; every other state puts its shape on
 * it, so that a bad rank is found without telling colours apart.
 */
final class HeatMap extends Region implements RankPane {
    private static final double CELL = 15;
    private static final double GAP = 2;
    private static final double GUTTER = 36;
    private static final double EDGE = 3;
    private static final int COLUMNS_STEP = 8;

    private final RankGridViewModel model;
    private final Canvas canvas = new Canvas();
    private final Palette palette = new Palette(this::draw);
    private final Tooltip tooltip = new Tooltip();
    private final ListChangeListener<RankCell> listener = _ -> draw();
    private Optional<Rank> selected = Optional.empty();

    HeatMap(RankGridViewModel model) {
        this.model = model;
        getStyleClass().add("heat-map");
        getChildren().addAll(palette, canvas);
        model.cells().addListener(listener);
        canvas.setOnMousePressed(mouse -> at(mouse).ifPresent(cell -> model.select(cell.rank())));
        canvas.setOnMouseMoved(
                mouse -> tooltip.setText(at(mouse).map(RankCell::spoken).orElse("")));
        tooltip.textProperty()
                .subscribe(
                        words -> {
                            if (words.isEmpty()) Tooltip.uninstall(canvas, tooltip);
                            else Tooltip.install(canvas, tooltip);
                        });
    }

    @Override
    public Region node() {
        return this;
    }

    @Override
    public int columns() {
        return columns(getWidth());
    }

    private int columns(double width) {
        int fit = (int) ((width - GUTTER - 2 * EDGE + GAP) / (CELL + GAP));
        int even = fit - fit % COLUMNS_STEP;
        return Math.clamp(even, COLUMNS_STEP, Math.max(COLUMNS_STEP, model.cells().size()));
    }

    @Override
    public void select(Optional<Rank> rank) {
        selected = rank;
        draw();
    }

    @Override
    public Optional<Bounds> boundsOf(Rank rank) {
        return Optional.of(new BoundingBox(x(rank.value()), y(rank.value()), CELL, CELL));
    }

    @Override
    public void close() {
        model.cells().removeListener(listener);
    }

    @Override
    public javafx.geometry.Orientation getContentBias() {
        return javafx.geometry.Orientation.HORIZONTAL;
    }

    @Override
    protected double computePrefHeight(double width) {
        int columns = columns(width < 0 ? getWidth() : width);
        int rows = (model.cells().size() + columns - 1) / columns;
        return rows * (CELL + GAP) - GAP + 2 * EDGE;
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        draw();
    }

    private double x(int place) {
        return GUTTER + EDGE + place % columns() * (CELL + GAP);
    }

    private double y(int place) {
        return EDGE + (double) (place / columns()) * (CELL + GAP);
    }

    private Optional<RankCell> at(MouseEvent mouse) {
        int column = (int) ((mouse.getX() - GUTTER - EDGE) / (CELL + GAP));
        int row = (int) ((mouse.getY() - EDGE) / (CELL + GAP));
        if (mouse.getX() < GUTTER + EDGE || column >= columns()) return Optional.empty();
        int place = row * columns() + column;
        return place < model.cells().size()
                ? Optional.of(model.cells().get(place))
                : Optional.empty();
    }

    private void draw() {
        var pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        int columns = columns();
        pen.setFont(Font.font("Inter", 11));
        for (int place = 0; place < model.cells().size(); place++) {
            if (place % columns == 0) label(pen, place);
            cell(pen, model.cells().get(place), x(place), y(place));
        }
        selected.filter(rank -> rank.value() < model.cells().size())
                .ifPresent(rank -> outline(pen, x(rank.value()), y(rank.value())));
    }

    private void label(GraphicsContext pen, int place) {
        pen.setFill(palette.colour(Palette.Name.MUTED));
        pen.fillText(Integer.toString(place), 0, y(place) + CELL - 4);
    }

    private void cell(GraphicsContext pen, RankCell cell, double x, double y) {
        var colour = palette.colour(cell.mark());
        if (cell.mark() == Mark.EXPECTED) {
            pen.setStroke(colour);
            pen.setLineDashes(2, 2);
            pen.strokeRoundRect(x + 0.5, y + 0.5, CELL - 1, CELL - 1, 4, 4);
            pen.setLineDashes();
            return;
        }
        pen.setFill(colour);
        pen.fillRoundRect(x, y, CELL, CELL, 4, 4);
        pen.setStroke(palette.colour(Palette.Name.BACKGROUND));
        pen.setFill(palette.colour(Palette.Name.BACKGROUND));
        MarkPen.draw(pen, cell.mark(), x + 4, y + 4, CELL - 8);
    }

    private void outline(GraphicsContext pen, double x, double y) {
        pen.setStroke(palette.colour(Palette.Name.FOREGROUND));
        pen.setLineWidth(2);
        pen.strokeRoundRect(x - 2, y - 2, CELL + 4, CELL + 4, 7, 7);
        pen.setLineWidth(1);
    }
}
