package dev.muster.gui;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** The row of tabs. The Tab key stops once, at the chosen one; arrows choose another. FX thread. */
final class DockTabs extends HBox {
    private final Map<DockTab, ToggleButton> tabs = new EnumMap<>(DockTab.class);
    private final ReadOnlyObjectProperty<DockTab> chosen;
    private final Consumer<DockTab> choose;

    DockTabs(ReadOnlyObjectProperty<DockTab> chosen, Consumer<DockTab> choose) {
        this.chosen = chosen;
        this.choose = choose;
        setAccessibleRole(AccessibleRole.TAB_PANE);
        setAccessibleText("Pages about the run");
        var group = new ToggleGroup();
        for (var tab : DockTab.values()) {
            var button = new ToggleButton(tab.word());
            button.setId("tab-" + tab.word());
            button.getStyleClass().add("tab");
            button.setAccessibleRole(AccessibleRole.TAB_ITEM);
            button.setAccessibleText(tab.word());
            button.setToggleGroup(group);
            button.setMinWidth(USE_PREF_SIZE);
            button.setTooltip(new Tooltip(tab.hint()));
            button.setOnAction(_ -> choose.accept(tab));
            tabs.put(tab, button);
            getChildren().add(button);
        }
        addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        chosen.subscribe(this::mark);
    }

    /** Puts a number on a tab; none for 0. {@code words} say what is counted. */
    void badge(DockTab tab, int count, String words) {
        var button = tabs.get(tab);
        if (button == null) return;
        button.setAccessibleText(count == 0 ? tab.word() : tab.word() + ", " + words);
        if (count == 0) {
            button.setGraphic(null);
            return;
        }
        var badge = new Label(count > 99 ? "99+" : Integer.toString(count));
        badge.getStyleClass().add("badge");
        button.setContentDisplay(ContentDisplay.RIGHT);
        button.setGraphic(badge);
    }

    private void mark(DockTab now) {
        tabs.forEach(
                (tab, button) -> {
                    button.setSelected(tab == now);
                    button.setFocusTraversable(tab == now);
                });
    }

    private void pressed(KeyEvent key) {
        DockTab from = chosen.get();
        DockTab to =
                switch (key.getCode()) {
                    case LEFT -> from.next(-1);
                    case RIGHT -> from.next(1);
                    case HOME -> DockTab.values()[0];
                    case END -> DockTab.values()[DockTab.values().length - 1];
                    default -> from;
                };
        if (to == from || key.isShortcutDown()) return;
        key.consume();
        choose.accept(to);
        var button = tabs.get(to);
        if (button != null) button.requestFocus();
    }
}
