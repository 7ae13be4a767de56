package dev.muster.gui.ranks;

import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Stylesheet;

import javafx.collections.ListChangeListener;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

import java.util.Optional;

/**
 * The node's label and its ranks. The grid is one stop of the Tab key; arrows move the selection in
 * it, Home and End jump to the ends.
 */
public final class RankGridView extends HBox {
    private static final double LABEL_WIDTH = 125;

    /** How far the outline of the selected rank reaches beyond it. */
    private static final double OUTLINE = 4;

    private final RankGridViewModel model;
    private final ScrollPane scroll = new ScrollPane();
    private final VBox summary = new VBox();
    private final VBox label;
    private RankPane pane;

    /** False when a rank was selected before anything had its place; then it is revealed later. */
    private boolean revealed = true;

    public RankGridView(RankGridViewModel model) {
        this.model = model;
        label = label(model);
        pane = paneFor(model.density().get());
        getStyleClass().add("rank-grid");
        getStylesheets().add(Stylesheet.beside(RankGridView.class, "ranks.css"));
        scroll.setId("ranks");
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(true);
        scroll.setAccessibleText("Ranks");
        scroll.setAccessibleRole(AccessibleRole.NODE);
        scroll.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        scroll.setOnMousePressed(_ -> scroll.requestFocus());
        setHgrow(scroll, Priority.ALWAYS);
        getChildren().addAll(label, scroll);
        model.density().addListener((_, _, density) -> draw(density));
        model.selected().addListener((_, _, rank) -> select(rank));
        model.cells().addListener((ListChangeListener<RankCell>) _ -> summarise());
        draw(model.density().get());
    }

    /** Moves the keyboard here. */
    public void takeFocus() {
        scroll.requestFocus();
    }

    /**
     * The height to take where no more than {@code most} is to be had: all of the ranks, or as many
     * rows as fit and half of the next, so that one sees there is more.
     */
    public double niceHeight(double width, double most) {
        double around = snappedTopInset() + snappedBottomInset();
        double inside =
                width - snappedLeftInset() - snappedRightInset() - getSpacing() - LABEL_WIDTH;
        double all =
                around + Math.max(pane.node().prefHeight(inside), label.prefHeight(LABEL_WIDTH));
        if (all <= most) return all;
        double half = pane.rowPitch() / 2;
        double rows = Math.floor((most - around - half) / pane.rowPitch());
        return around + Math.max(1, rows) * pane.rowPitch() + half;
    }

    private VBox label(RankGridViewModel model) {
        var host = new Label();
        host.getStyleClass().add("semibold");
        host.textProperty().bind(model.host());
        var tooltip = new Tooltip();
        tooltip.textProperty().bind(model.host());
        host.setTooltip(tooltip);
        var size = new Label();
        size.getStyleClass().add("muted");
        size.textProperty().bind(model.size());
        summary.getStyleClass().add("summary");
        var box = new VBox(host, size, summary);
        box.getStyleClass().add("node-label");
        box.setMinWidth(LABEL_WIDTH);
        box.setPrefWidth(LABEL_WIDTH);
        return box;
    }

    private RankPane paneFor(Density density) {
        return density == Density.HEAT_MAP ? new HeatMap(model) : new TilePane(model, density);
    }

    private void draw(Density density) {
        pane.close();
        pane = paneFor(density);
        scroll.setContent(pane.node());
        scroll.setVvalue(0);
        select(model.selected().get());
        summarise();
    }

    private void select(Optional<Rank> rank) {
        pane.select(rank);
        rank.ifPresent(this::reveal);
        revealed = pane.node().getHeight() > 0;
        summarise();
    }

    /** Where cards say everything themselves, the column stays empty. */
    private void summarise() {
        summary.getChildren().clear();
        model.selectedCell().map(RankCell::spoken).ifPresent(scroll::setAccessibleText);
        if (model.density().get() == Density.CARDS) return;
        for (var tally : Tally.of(model.cells())) {
            var words = new Label(tally.words());
            words.getStyleClass().addAll("word", tally.mark().styleClass(), "small");
            var line = new HBox(new Glyph(tally.mark()), words);
            line.getStyleClass().add("tally");
            summary.getChildren().add(line);
        }
        model.selectedCell().ifPresent(this::describe);
    }

    private void describe(RankCell cell) {
        var name = new Label("rank " + cell.rank());
        name.getStyleClass().addAll("semibold", "described");
        summary.getChildren().add(name);
        for (String line : new String[] {cell.word(), cell.process(), cell.time()}) {
            if (line.isEmpty()) continue;
            var detail = new Label(line);
            detail.getStyleClass().addAll("muted", "small");
            summary.getChildren().add(detail);
        }
    }

    @Override
    protected void layoutChildren() {
        super.layoutChildren();
        if (revealed) return;
        scroll.layout();
        model.selected().get().ifPresent(this::reveal);
        revealed = true;
    }

    private void key(KeyEvent key) {
        int rows = Math.max(1, pane.columns());
        switch (key.getCode()) {
            case LEFT -> model.move(-1);
            case RIGHT -> model.move(1);
            case UP -> model.move(-rows);
            case DOWN -> model.move(rows);
            case HOME -> model.move(Integer.MIN_VALUE);
            case END -> model.move(Integer.MAX_VALUE);
            default -> {
                return;
            }
        }
        key.consume();
    }

    /** Scrolls just so far that the rank is seen. */
    private void reveal(Rank rank) {
        var viewport = scroll.getViewportBounds();
        double hidden = pane.node().getHeight() - viewport.getHeight();
        if (hidden <= 0) return;
        pane.boundsOf(rank)
                .ifPresent(
                        at -> {
                            double top = scroll.getVvalue() * hidden;
                            double lowest = at.getMaxY() + OUTLINE - viewport.getHeight();
                            double highest = at.getMinY() - OUTLINE;
                            double wanted = Math.min(highest, Math.max(top, lowest));
                            scroll.setVvalue(Math.clamp(wanted / hidden, 0, 1));
                        });
    }
}
