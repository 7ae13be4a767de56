package dev.muster.gui.fx;

import javafx.beans.value.ObservableValue;
import javafx.scene.control.Control;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.StackPane;

/**
 * A control that says what it does, or why it cannot be used now: to the pointer, which a disabled
 * control hides its own hint from, and to a screen reader.
 */
public final class Hinted extends StackPane {
    private static final double WIDTH = 360;

    /** Of the same visibility as {@code control}, which is to be told there. */
    public Hinted(Control control, String does, ObservableValue<String> whyNot) {
        super(control);
        var hint = new Tooltip();
        hint.setWrapText(true);
        hint.setMaxWidth(WIDTH);
        Tooltip.install(this, hint);
        whyNot.subscribe(
                why -> {
                    hint.setText(why.isEmpty() ? does : why);
                    control.setAccessibleHelp(hint.getText());
                });
        visibleProperty().bind(control.visibleProperty());
        managedProperty().bind(control.managedProperty());
    }
}
