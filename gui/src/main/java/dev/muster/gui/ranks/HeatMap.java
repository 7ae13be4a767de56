package dev.muster.gui.ranks;

import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.MarkPen;
import dev.muster.gui.fx.Palette;

import javafx.collections.ListChangeListener;
import javafx.geometry.BoundingBox;
import javafx.geometry.Bounds;
import javafx.geometry.Orientation;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;

import java.util.Optional;

/**
 * The grid as one canvas. A rank that runs is a plain square; every other state puts its shape on
 * it, so that a bad rank is found without telling colours apart. Drawn once per layout, however
 * many ranks have changed.
 */
final class HeatMap extends Region implements RankPane {
    private static final Font NUMBERS = Font.font(Fonts.TEXT, 11);
    private static final double ROUND = 4;
    private static final double MARK_INSET = 4;

    private final RankGridViewModel model;
    private final Canvas canvas = new Canvas();
    private final Palette palette = new Palette(this::requestLayout);
    private final Tooltip tooltip = new Tooltip();
    private final ListChangeListener<RankCell> listener = _ -> requestLayout();
    private Optional<Rank> selected = Optional.empty();

    HeatMap(RankGridViewModel model) {
        this.model = model;
        getStyleClass().add("heat-map");
        getChildren().addAll(palette, canvas);
        model.cells().addListener(listener);
        canvas.setOnMousePressed(mouse -> at(mouse).ifPresent(cell -> model.select(cell.rank())));
        canvas.setOnMouseMoved(
                mouse -> tooltip.setText(at(mouse).map(RankCell::spoken).orElse("")));
        tooltip.textProperty().isEmpty().subscribe(this::showTooltip);
    }

    private void showTooltip(boolean nothingToSay) {
        if (nothingToSay) {
            Tooltip.uninstall(canvas, tooltip);
        } else {
            Tooltip.install(canvas, tooltip);
        }
    }

    private HeatGrid grid(double width) {
        return new HeatGrid(width < 0 ? getWidth() : width, model.cells().size());
    }

    private HeatGrid grid() {
        return grid(getWidth());
    }

    @Override
    public Region node() {
        return this;
    }

    @Override
    public double rowPitch() {
        return grid().pitch();
    }

    @Override
    public int columns() {
        return grid().columns();
    }

    @Override
    public void select(Optional<Rank> rank) {
        selected = rank;
        requestLayout();
    }

    @Override
    public Optional<Bounds> boundsOf(Rank rank) {
        var grid = grid();
        double side = grid.cell();
        return Optional.of(new BoundingBox(grid.x(rank.value()), grid.y(rank.value()), side, side));
    }

    @Override
    public void close() {
        model.cells().removeListener(listener);
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    @Override
    protected double computePrefHeight(double width) {
        return grid(width).height();
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        draw(canvas.getGraphicsContext2D(), grid());
    }

    private Optional<RankCell> at(MouseEvent mouse) {
        var place = grid().at(mouse.getX(), mouse.getY());
        return place.isPresent()
                ? Optional.of(model.cells().get(place.getAsInt()))
                : Optional.empty();
    }

    private void draw(GraphicsContext pen, HeatGrid grid) {
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        int columns = grid.columns();
        for (int place = 0; place < model.cells().size(); place++) {
            if (place % columns == 0) label(pen, grid, place);
            cell(pen, model.cells().get(place).mark(), grid.x(place), grid.y(place), grid.cell());
        }
        selected.map(Rank::value)
                .filter(place -> place < model.cells().size())
                .ifPresent(place -> outline(pen, grid.x(place), grid.y(place), grid.cell()));
    }

    private void label(GraphicsContext pen, HeatGrid grid, int place) {
        pen.setFont(NUMBERS);
        pen.setFill(palette.colour(Palette.Name.MUTED));
        pen.fillText(Integer.toString(place), 0, grid.y(place) + grid.cell() / 2 + 4);
    }

    private void cell(GraphicsContext pen, Mark mark, double x, double y, double side) {
        if (mark == Mark.EXPECTED) {
            pen.setStroke(palette.colour(mark));
            pen.setLineDashes(2, 2);
            pen.strokeRoundRect(x + 0.5, y + 0.5, side - 1, side - 1, ROUND, ROUND);
            pen.setLineDashes();
            return;
        }
        pen.setFill(palette.colour(mark));
        pen.fillRoundRect(x, y, side, side, ROUND, ROUND);
        pen.setStroke(palette.colour(Palette.Name.BACKGROUND));
        pen.setFill(palette.colour(Palette.Name.BACKGROUND));
        MarkPen.draw(pen, mark, x + MARK_INSET, y + MARK_INSET, side - 2 * MARK_INSET);
    }

    private void outline(GraphicsContext pen, double x, double y, double side) {
        pen.setStroke(palette.colour(Palette.Name.FOREGROUND));
        pen.setLineWidth(2);
        pen.strokeRoundRect(x - 2, y - 2, side + 4, side + 4, 7, 7);
        pen.setLineWidth(1);
    }
}
