package dev.muster.gui.logs;

import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.BorderPane;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * The bars beside the rows. The vertical one measures bytes, which are known for every file at
 * once, while lines would first have to be counted. FX thread.
 */
final class LogScrollBars {
    private static final int COLUMNS_PER_CLICK = 8;

    private final Supplier<Optional<StreamViewModel>> stream;
    private final ScrollBar vertical = new ScrollBar();
    private final ScrollBar horizontal = new ScrollBar();
    private boolean refreshing;

    LogScrollBars(Supplier<Optional<StreamViewModel>> stream) {
        this.stream = stream;
        vertical.setOrientation(Orientation.VERTICAL);
        vertical.setAccessibleText("Scroll through the log");
        horizontal.setAccessibleText("Scroll along the lines");
        vertical.valueProperty().addListener((_, _, now) -> draggedTo(now.doubleValue()));
        horizontal.valueProperty().addListener((_, _, now) -> slidTo(now.doubleValue()));
    }

    /** Sets the bars beside rows. They keep their room when unused, so that no row ever jumps. */
    Node around(Node rows) {
        var pane = new BorderPane(rows);
        pane.setRight(vertical);
        pane.setBottom(horizontal);
        return pane;
    }

    /** Brings the bars to where the rows are. */
    void refresh() {
        var shown = stream.get();
        var page = shown.flatMap(StreamViewModel::page);
        refreshing = true;
        try {
            page.ifPresentOrElse(this::refreshVertical, () -> vertical.setVisible(false));
            refreshHorizontal(shown, page);
        } finally {
            refreshing = false;
        }
    }

    private void refreshVertical(LogPage page) {
        double onScreen = page.bottomOffset() - page.topOffset();
        double range = Math.max(0, page.size() - onScreen);
        vertical.setVisible(range > 0);
        if (range == 0) return;
        vertical.setMax(range);
        vertical.setVisibleAmount(onScreen / page.size() * range);
        vertical.setBlockIncrement(onScreen);
        vertical.setUnitIncrement(onScreen / page.shown());
        if (!vertical.isPressed()) vertical.setValue(page.topOffset());
    }

    private void refreshHorizontal(Optional<StreamViewModel> shown, Optional<LogPage> page) {
        long widest =
                page.stream()
                        .flatMap(it -> it.rows().stream())
                        .mapToLong(row -> row.text().columns())
                        .max()
                        .orElse(0);
        int onScreen = page.map(it -> it.viewport().columns().count()).orElse(1);
        int first = shown.map(StreamViewModel::firstColumn).orElse(0);
        double range = Math.max(first, widest - onScreen + 1);
        horizontal.setVisible(page.isPresent() && range > 0);
        if (!horizontal.isVisible()) return;
        horizontal.setMax(range);
        horizontal.setVisibleAmount(onScreen / (range + onScreen) * range);
        horizontal.setBlockIncrement(onScreen);
        horizontal.setUnitIncrement(COLUMNS_PER_CLICK);
        if (!horizontal.isPressed()) horizontal.setValue(first);
    }

    private void draggedTo(double offset) {
        if (refreshing) return;
        stream.get()
                .ifPresent(
                        it -> {
                            boolean bottom = offset >= vertical.getMax();
                            it.jumpTo(bottom ? it.state().size() : (long) offset);
                        });
    }

    private void slidTo(double column) {
        if (refreshing) return;
        stream.get().ifPresent(it -> it.scrollToColumn(Math.round(column)));
    }
}
