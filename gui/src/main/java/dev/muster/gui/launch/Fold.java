package dev.muster.gui.launch;

import javafx.beans.property.BooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The line that shows a group of fields, or folds it away and says what is in it. */
final class Fold extends HBox {
    /**
     * @param set which of the group's fields have a text; empty while none has
     */
    Fold(FieldGroup group, BooleanProperty unfolded, ObservableValue<String> set, Node folded) {
        folded.visibleProperty().bind(unfolded);
        folded.managedProperty().bind(unfolded);
        var icon = new FontIcon(Feather.CHEVRON_RIGHT);
        var button = new Button(group.title(), icon);
        button.setId("launch-" + group.word());
        button.getStyleClass().add("fold");
        unfolded.subscribe(
                shown -> {
                    icon.setIconCode(shown ? Feather.CHEVRON_DOWN : Feather.CHEVRON_RIGHT);
                    button.setAccessibleText(
                            "%s: %s fields".formatted(group.title(), shown ? "hide" : "show"));
                });
        button.setOnAction(_ -> unfolded.set(!unfolded.get()));
        var about = new Label();
        about.setId("launch-" + group.word() + "-about");
        about.getStyleClass().add("hint");
        about.textProperty().bind(set.map(names -> names.isEmpty() ? group.about() : names));
        about.visibleProperty().bind(unfolded.not());
        getStyleClass().add("field-line");
        getChildren().addAll(button, about);
    }
}
