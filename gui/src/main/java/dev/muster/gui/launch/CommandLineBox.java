package dev.muster.gui.launch;

import dev.muster.agent.launch.LaunchTool;

import javafx.animation.PauseTransition;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

import java.util.Locale;
import java.util.Map;

/** The line that does the same in a terminal, of whichever launcher, to look at and take away. */
final class CommandLineBox extends VBox {
    private static final Duration TOLD = Duration.seconds(2);

    CommandLineBox(
            ObjectProperty<LaunchTool> tool,
            ReadOnlyStringProperty commandLine,
            ReadOnlyStringProperty leftOut) {
        getStyleClass().add("command-line");
        var title = new Label("The same in a terminal");
        title.getStyleClass().add("section-title");
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        var head = new HBox(title, gap);
        head.getStyleClass().addAll("field-line", "tools");
        for (LaunchTool each : LaunchTool.values()) head.getChildren().add(choice(each, tool));
        var text = new LongText(2);
        text.setId("launch-command-line");
        text.setEditable(false);
        text.setPromptText("Stands here once every field is right");
        text.setAccessibleText("The same in a terminal");
        text.textProperty().bind(commandLine);
        HBox.setHgrow(text, Priority.ALWAYS);
        var line = new HBox(text, copyButton(commandLine));
        line.getStyleClass().add("field-line");
        getChildren().addAll(head, line, new Notes("launch-left-out", leftOut));
    }

    private static ToggleButton choice(LaunchTool tool, ObjectProperty<LaunchTool> chosen) {
        var choice = new ToggleButton(tool.word());
        choice.setId("launch-as-" + tool.name().toLowerCase(Locale.ROOT));
        choice.getStyleClass().add("chip");
        choice.setMinWidth(Region.USE_PREF_SIZE);
        choice.setAccessibleText("Written for " + tool.word());
        choice.setOnAction(
                _ -> {
                    chosen.set(tool);
                    choice.setSelected(true); // pressed again it stays what it is
                });
        chosen.subscribe(now -> choice.setSelected(now == tool));
        return choice;
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
