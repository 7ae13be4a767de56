package dev.muster.gui.ranks;

import dev.muster.agent.job.Rank;

import javafx.collections.ListChangeListener;
import javafx.geometry.Bounds;

import java.util.Optional;

/** The grid as cards or cells, one node per rank. */
final class TilePane implements RankPane {
    private static final double GAP = 8;
    private static final double CELL_GAP = 4;
    private static final double CARD_WIDTH = 168;
    private static final double CARD_HEIGHT = 56;
    private static final double CELL_WIDTH = 46;
    private static final double CELL_HEIGHT = 28;

    private final RankGridViewModel model;
    private final Density density;
    private final TileGrid grid;
    private final ListChangeListener<RankCell> listener = this::changed;

    TilePane(RankGridViewModel model, Density density) {
        this.model = model;
        this.density = density;
        grid =
                density == Density.CARDS
                        ? new TileGrid(CARD_WIDTH, CARD_HEIGHT, GAP)
                        : new TileGrid(CELL_WIDTH, CELL_HEIGHT, CELL_GAP);
        grid.getStyleClass().add("tiles");
        model.cells().addListener(listener);
        model.cells().forEach(cell -> grid.getChildren().add(tile(cell)));
    }

    @Override
    public TileGrid node() {
        return grid;
    }

    @Override
    public double rowPitch() {
        return grid.rowPitch();
    }

    @Override
    public int columns() {
        return grid.columns();
    }

    @Override
    public void select(Optional<Rank> rank) {
        for (var child : grid.getChildren()) {
            var tile = (RankTile) child;
            tile.select(rank.equals(Optional.of(tile.cell().rank())));
        }
    }

    @Override
    public Optional<Bounds> boundsOf(Rank rank) {
        return rank.value() < grid.getChildren().size()
                ? Optional.of(grid.getChildren().get(rank.value()).getBoundsInParent())
                : Optional.empty();
    }

    @Override
    public void close() {
        model.cells().removeListener(listener);
    }

    private void changed(ListChangeListener.Change<? extends RankCell> change) {
        while (change.next()) {
            if (change.getAddedSize() == change.getRemovedSize()) {
                for (int place = change.getFrom(); place < change.getTo(); place++) {
                    ((RankTile) grid.getChildren().get(place)).show(model.cells().get(place));
                }
            } else {
                grid.getChildren().setAll(model.cells().stream().map(this::tile).toList());
                select(model.selected().get());
            }
        }
    }

    private RankTile tile(RankCell cell) {
        var tile = new RankTile(cell, density);
        tile.setOnMousePressed(_ -> model.select(tile.cell().rank()));
        return tile;
    }
}
