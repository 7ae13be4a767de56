package dev.muster.gui;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.control.Label;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** One line above a run that is not simply here and now. */
final class PlaceStrip extends Label {
    PlaceStrip(ReadOnlyStringProperty sentence) {
        setId("place");
        getStyleClass().add("place-strip");
        setGraphic(new FontIcon(Feather.INFO));
        setWrapText(true);
        setMaxWidth(Double.MAX_VALUE);
        textProperty().bind(sentence);
        visibleProperty().bind(sentence.isNotEmpty());
        managedProperty().bind(visibleProperty());
    }
}
