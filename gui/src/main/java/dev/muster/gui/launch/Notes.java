package dev.muster.gui.launch;

import javafx.beans.value.ObservableStringValue;
import javafx.scene.control.Label;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** What is worth knowing and keeps nothing from starting; takes no room while there is nothing. */
final class Notes extends Label {
    Notes(String id, ObservableStringValue text) {
        setId(id);
        getStyleClass().add("notes");
        setWrapText(true);
        setGraphic(new FontIcon(Feather.INFO));
        textProperty().bind(text);
        visibleProperty().bind(textProperty().isNotEmpty());
        managedProperty().bind(visibleProperty());
    }
}
