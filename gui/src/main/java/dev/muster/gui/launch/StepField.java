package dev.muster.gui.launch;

import dev.muster.gui.fx.ByKey;

import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A text field for a number or a word, with buttons and arrow keys that count. */
final class StepField extends HBox {
    private final TextField text = new TextField();
    private final Step step;

    StepField(String name, Step step) {
        this.step = step;
        getStyleClass().add("step-field");
        text.setPromptText(Integer.toString(step.usual()));
        text.addEventFilter(KeyEvent.KEY_PRESSED, this::arrows);
        getChildren()
                .addAll(
                        text,
                        button(Feather.MINUS, "Fewer " + name, -1),
                        button(Feather.PLUS, "More " + name, 1));
    }

    TextField text() {
        return text;
    }

    /** The keyboard has the arrow keys instead, so the buttons are no stops on its way. */
    private Button button(Feather icon, String name, int by) {
        var button = new Button("", new FontIcon(icon));
        button.setAccessibleText(name);
        ByKey.instead(button, by > 0 ? "Up" : "Down");
        button.setOnAction(_ -> count(by));
        return button;
    }

    private void arrows(KeyEvent key) {
        if (key.getCode() != KeyCode.UP && key.getCode() != KeyCode.DOWN) return;
        key.consume();
        count(key.getCode() == KeyCode.UP ? 1 : -1);
    }

    private void count(int by) {
        text.setText(step.from(text.getText(), by));
        text.end();
    }
}
