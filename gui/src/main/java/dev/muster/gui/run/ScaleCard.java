package dev.muster.gui.run;

import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.TakesFocus;

import javafx.beans.property.StringProperty;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;

/** Asks how many nodes a job is to have from now on. FX thread. */
final class ScaleCard extends VBox implements TakesFocus {
    private final TextField min;

    ScaleCard(ScaleViewModel model, String title, String consequence, Runnable onClose) {
        FieldCard.dress(this, title, consequence);
        min = field("scale-min", model.min());
        var max = field("scale-max", model.max());
        var scale = new Button("Scale");
        scale.getStyleClass().add("primary");
        scale.disableProperty().bind(model.waiting().isNotEmpty());
        scale.setOnAction(_ -> model.scale());
        getChildren()
                .addAll(
                        FieldCard.field("Nodes at least", min),
                        FieldCard.field("Nodes at most", max),
                        FieldCard.sentence("scale-waiting", Mark.STARTING, model.waiting()),
                        FieldCard.sentence("scale-problem", Mark.FAILED, model.problem()),
                        FieldCard.buttons(onClose, scale));
    }

    private static TextField field(String id, StringProperty text) {
        var field = new TextField();
        field.setId(id);
        field.textProperty().bindBidirectional(text);
        return field;
    }

    @Override
    public void takeFocus() {
        min.requestFocus();
        min.selectAll();
    }
}
