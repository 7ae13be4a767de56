package dev.muster.gui.events;

import dev.muster.gui.fx.ByKey;

import javafx.application.Platform;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ListView;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.StackPane;

import java.util.Optional;

/**
 * Keeps a list at its end while it grows, until somebody moves away from there; then it says how
 * many have come since. FX thread.
 */
final class ListFollow {
    private final ListView<?> list;
    private final ToggleButton button = new ToggleButton();
    private final Button pill = new Button();
    private boolean on = true;
    private int seen;

    ListFollow(ListView<?> list) {
        this.list = list;
        button.setId("events-follow");
        button.getStyleClass().add("chip");
        button.setMinWidth(ToggleButton.USE_PREF_SIZE);
        button.setTooltip(new Tooltip("Stay at the newest event (F)"));
        button.setOnAction(_ -> toggle());
        pill.getStyleClass().add("pill");
        ByKey.instead(pill, "End");
        pill.setOnAction(_ -> follow(true));
        StackPane.setAlignment(pill, Pos.BOTTOM_RIGHT);
        list.getItems().addListener((ListChangeListener<Object>) _ -> grown());
        list.addEventFilter(ScrollEvent.SCROLL, _ -> moved());
        list.addEventFilter(MouseEvent.MOUSE_DRAGGED, _ -> moved());
        list.addEventFilter(MouseEvent.MOUSE_RELEASED, _ -> moved());
        list.addEventFilter(KeyEvent.KEY_PRESSED, _ -> moved());
        refresh();
    }

    ToggleButton button() {
        return button;
    }

    /** What leads back to the end. */
    Button pill() {
        return pill;
    }

    void toggle() {
        follow(!on);
    }

    private void follow(boolean now) {
        on = now;
        seen = list.getItems().size();
        if (on) goToEnd();
        refresh();
    }

    private void grown() {
        int size = list.getItems().size();
        if (on) {
            seen = size;
            goToEnd();
        } else {
            seen = Math.min(seen, size);
        }
        refresh();
    }

    /** Once the list has made room for what is new. */
    private void goToEnd() {
        Platform.runLater(
                () -> {
                    int last = list.getItems().size() - 1;
                    if (on && last >= 0) list.scrollTo(last);
                });
    }

    /** Looked at once the list has done what it was asked for. */
    private void moved() {
        Platform.runLater(
                () -> {
                    boolean atEnd = isAtEnd();
                    if (atEnd == on) return;
                    on = atEnd;
                    seen = list.getItems().size();
                    refresh();
                });
    }

    private boolean isAtEnd() {
        return Optional.ofNullable(list.lookup(".virtual-flow"))
                .filter(VirtualFlow.class::isInstance)
                .map(flow -> ((VirtualFlow<?>) flow).getLastVisibleCell())
                .map(cell -> cell.getIndex() >= list.getItems().size() - 2)
                .orElse(true);
    }

    private void refresh() {
        button.setSelected(on);
        button.setText(on ? "follow" : "paused");
        int more = list.getItems().size() - seen;
        pill.setText("↓ %,d new".formatted(more));
        pill.setVisible(!on && more > 0);
    }
}
