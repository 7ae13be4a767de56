package dev.muster.gui.fx;

import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
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

    private final StringProperty key = new SimpleStringProperty("");

    /** Of the same visibility as {@code control}, which is to be told there. */
    public Hinted(Control control, String does, ObservableValue<String> whyNot) {
        super(control);
        var hint = new Tooltip();
        hint.setWrapText(true);
        hint.setMaxWidth(WIDTH);
        Tooltip.install(this, hint);
        var possible = key.map(chord -> chord.isEmpty() ? does : "%s (%s)".formatted(does, chord));
        Runnable say =
                () -> {
                    String why = whyNot.getValue();
                    hint.setText(why.isEmpty() ? possible.getValue() : why);
                    control.setAccessibleHelp(hint.getText());
                };
        whyNot.subscribe(_ -> say.run());
        possible.subscribe(_ -> say.run());
        visibleProperty().bind(control.visibleProperty());
        managedProperty().bind(control.managedProperty());
    }

    /** Says the key that does the same; none when empty. */
    void key(String words) {
        key.set(words);
    }
}
