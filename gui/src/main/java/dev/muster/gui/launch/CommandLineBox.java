package dev.muster.gui.launch;

import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.Duration;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

import java.util.Map;

/** The line that does the same in a terminal, to look at and to take away. */
final class CommandLineBox extends VBox {
    private static final Duration TOLD = Duration.seconds(2);

    CommandLineBox(ReadOnlyStringProperty commandLine) {
        getStyleClass().add("command-line");
        var title = new Label("The same in a terminal");
        title.getStyleClass().add("section-title");
        var text = new LongText(2);
        text.setId("launch-command-line");
        text.setEditable(false);
        text.setPromptText("Stands here once every field is right");
        text.setAccessibleText("The same in a terminal");
        text.textProperty().bind(commandLine);
        HBox.setHgrow(text, Priority.ALWAYS);
        var line = new HBox(text, copyButton(commandLine));
        line.getStyleClass().add("field-line");
        getChildren().addAll(title, line);
    }

    private static Button copyButton(ReadOnlyStringProperty commandLine) {
        var icon = new FontIcon(Feather.COPY);
        var copy = new Button("", icon);
        copy.setId("launch-copy");
        copy.getStyleClass().add("square");
        copy.setAccessibleText("Copy the line");
        copy.disableProperty().bind(commandLine.isEmpty());
        var backToCopy = new PauseTransition(TOLD);
        backToCopy.setOnFinished(_ -> icon.setIconCode(Feather.COPY));
        copy.setOnAction(
                _ -> {
                    Clipboard.getSystemClipboard()
                            .setContent(Map.of(DataFormat.PLAIN_TEXT, commandLine.get()));
                    icon.setIconCode(Feather.CHECK);
                    backToCopy.playFromStart();
                });
        return copy;
    }
}
