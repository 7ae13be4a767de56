package dev.muster.gui.palette;

import dev.muster.gui.fx.ByKey;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.TakesFocus;
import dev.muster.gui.palette.PaletteViewModel.Found;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;

import java.util.List;

/** A field, and below it what it finds. The keyboard stays in the field. FX thread. */
public final class PaletteView extends VBox implements TakesFocus {
    private static final double ROW = 32;
    private static final int ROWS = 11;
    private static final int PAGE = 10;

    private final PaletteViewModel model;
    private final TextField field = new TextField();
    private final ListView<Found> list;

    /** Offers {@code entries}; {@code close} takes the palette away. */
    public PaletteView(List<Entry> entries, Runnable close) {
        model = new PaletteViewModel(entries, close);
        list = new ListView<>(model.found());
        getStyleClass().addAll("card-over", "command-palette");
        getStylesheets().add(Stylesheet.beside(PaletteView.class, "palette.css"));
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Commands, runs and ranks");
        field.setId("palette-find");
        field.setPromptText("What to do, or which run, host, rank or page to look at");
        field.setAccessibleText("Find a command, a run, a host or a rank");
        field.textProperty().addListener((_, _, letters) -> model.find(letters));
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        list.setId("palette-list");
        list.setAccessibleText("What is found");
        ByKey.instead(list, "Up and Down in the field");
        list.setCellFactory(_ -> new EntryCell());
        list.setFixedCellSize(ROW);
        list.setPrefHeight(ROW * ROWS + 2);
        list.setMinHeight(ROW * 3);
        list.setOnMouseClicked(_ -> clicked());
        var message = new Label();
        message.getStyleClass().add("palette-message");
        message.setWrapText(true);
        message.setMinHeight(USE_PREF_SIZE);
        message.textProperty().bind(model.message());
        var hint = new Label("↑ ↓ pick    Enter does it    Esc back");
        hint.getStyleClass().add("palette-hint");
        model.message().isEmpty().subscribe(none -> message.setVisible(!none));
        message.managedProperty().bind(message.visibleProperty());
        getChildren().addAll(field, list, message, hint);
        model.picked().subscribe(_ -> mark());
        model.found().addListener((javafx.collections.ListChangeListener<Found>) _ -> mark());
    }

    private void mark() {
        int place = model.picked().get();
        list.getSelectionModel().clearAndSelect(place);
        list.scrollTo(Math.max(0, place - ROWS + 2));
        if (place < model.found().size()) {
            field.setAccessibleHelp(EntryCell.spoken(model.found().get(place)));
        }
    }

    private void clicked() {
        int place = list.getSelectionModel().getSelectedIndex();
        if (place < 0) return;
        model.pick(place);
        model.act();
    }

    private void pressed(KeyEvent key) {
        switch (key.getCode()) {
            case UP -> model.move(-1);
            case DOWN -> model.move(1);
            case PAGE_UP -> model.move(-Math.min(PAGE, model.picked().get()));
            case PAGE_DOWN ->
                    model.move(Math.min(PAGE, model.found().size() - 1 - model.picked().get()));
            case ENTER -> model.act();
            default -> {
                return;
            }
        }
        key.consume();
    }

    @Override
    public void takeFocus() {
        field.requestFocus();
    }
}
