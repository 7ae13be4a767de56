package dev.muster.gui.launch;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;

import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/** What is wrong, with the shape of failure before it; takes no room while nothing is. */
final class ProblemLine extends HBox {
    ProblemLine(String id, ObservableValue<String> problem) {
        getStyleClass().add("problem");
        var sentence = new Label();
        sentence.setId(id);
        sentence.setWrapText(true);
        sentence.textProperty().bind(problem);
        getChildren().addAll(new Glyph(Mark.FAILED), sentence);
        visibleProperty().bind(problem.map(text -> !text.isEmpty()));
        managedProperty().bind(visibleProperty());
    }
}
