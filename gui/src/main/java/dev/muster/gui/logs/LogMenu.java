package dev.muster.gui.logs;

import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;

import java.util.function.Consumer;

/** What can be done with the rows, for those who do not know the keys. FX thread. */
final class LogMenu {
    private final LogViewModel model;

    LogMenu(LogViewModel model) {
        this.model = model;
    }

    ContextMenu menu() {
        var copy = new MenuItem("Copy");
        copy.setAccelerator(new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN));
        copy.setOnAction(_ -> model.copy());
        var all = item("Select all", StreamViewModel::selectAll);
        all.setAccelerator(new KeyCodeCombination(KeyCode.A, KeyCombination.SHORTCUT_DOWN));
        var start = item("Go to the start", it -> it.jumpTo(0));
        start.setAccelerator(new KeyCodeCombination(KeyCode.HOME));
        var end = item("Go to the end and follow", StreamViewModel::followEnd);
        end.setAccelerator(new KeyCodeCombination(KeyCode.END));
        return new ContextMenu(copy, all, new SeparatorMenuItem(), start, end);
    }

    private MenuItem item(String words, Consumer<StreamViewModel> action) {
        var item = new MenuItem(words);
        item.setOnAction(_ -> model.stream().ifPresent(action));
        return item;
    }
}
