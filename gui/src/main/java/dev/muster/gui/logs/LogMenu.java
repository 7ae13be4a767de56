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
    private final Runnable onSave;

    /** {@code onSave} asks for a file. */
    LogMenu(LogViewModel model, Runnable onSave) {
        this.model = model;
        this.onSave = onSave;
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
        var error = new MenuItem("Go to the first error");
        error.setOnAction(_ -> model.firstError());
        var save = new MenuItem("Save what is shown…");
        save.setAccelerator(new KeyCodeCombination(KeyCode.S, KeyCombination.SHORTCUT_DOWN));
        save.setOnAction(_ -> onSave.run());
        return new ContextMenu(copy, all, save, new SeparatorMenuItem(), start, error, end);
    }

    private MenuItem item(String words, Consumer<StreamViewModel> action) {
        var item = new MenuItem(words);
        item.setOnAction(_ -> model.stream().ifPresent(action));
        return item;
    }
}
