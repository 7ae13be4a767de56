package dev.muster.gui.run;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Stylesheet;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The looks that the dialogs of the header share. */
final class FieldCard {
    private FieldCard() {}

    static void dress(VBox card, String title, String consequence) {
        card.getStyleClass().addAll("card-over", "question", "field-card");
        card.getStylesheets().add(Stylesheet.beside(FieldCard.class, "run.css"));
        card.setAccessibleRole(AccessibleRole.DIALOG);
        card.setAccessibleText(title + " " + consequence);
        var heading = new Label(title);
        heading.getStyleClass().add("semibold");
        heading.setWrapText(true);
        var words = new Label(consequence);
        words.getStyleClass().add("muted");
        words.setWrapText(true);
        words.setMinHeight(VBox.USE_PREF_SIZE);
        card.getChildren().addAll(heading, words);
    }

    static Node field(String name, Control field) {
        var label = new Label(name);
        label.getStyleClass().add("field-label");
        label.setLabelFor(field);
        field.setAccessibleText(name);
        field.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(field, Priority.ALWAYS);
        var line = new HBox(label, field);
        line.getStyleClass().add("field-line");
        return line;
    }

    /** A sentence with a mark before it, where there is one. */
    static Node sentence(String id, Mark mark, ReadOnlyStringProperty words) {
        var label = new Label();
        label.setId(id);
        label.setWrapText(true);
        label.setMinHeight(VBox.USE_PREF_SIZE);
        label.textProperty().bind(words);
        var line = new HBox(new Glyph(mark), label);
        line.getStyleClass().add(mark == Mark.FAILED ? "problem" : "waiting");
        line.visibleProperty().bind(words.isNotEmpty());
        line.managedProperty().bind(line.visibleProperty());
        return line;
    }

    static HBox buttons(Runnable onClose, Button yes) {
        var no = new Button("Cancel");
        no.setId("question-no");
        no.setCancelButton(true);
        no.setOnAction(_ -> onClose.run());
        yes.setId("question-yes");
        yes.setDefaultButton(true);
        var buttons = new HBox(no, yes);
        buttons.getStyleClass().add("question-buttons");
        return buttons;
    }
}
