package dev.muster.gui;

import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** What is known about the selected rank: for now its log. Earlier attempts are a click away. */
final class DockView extends BorderPane {
    private final DockViewModel model;
    private final HBox attempts = new HBox();

    DockView(DockViewModel model, Region log) {
        this.model = model;
        getStyleClass().add("dock");
        var logs = new Label("Logs");
        logs.getStyleClass().add("tab");
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        attempts.getStyleClass().add("attempts");
        var tabs = new HBox(logs, spring, attempts);
        tabs.getStyleClass().add("tabs");
        setTop(new VBox(CockpitWindow.edge(), tabs));
        setCenter(log);
        model.attempts().addListener((ListChangeListener<AttemptChip>) _ -> offerAttempts());
        model.attempt().addListener((_, _, _) -> markAttempt());
        offerAttempts();
    }

    /** One attempt is no choice. */
    private void offerAttempts() {
        attempts.getChildren().clear();
        if (model.attempts().size() < 2) return;
        var word = new Label("attempt");
        word.getStyleClass().add("muted");
        attempts.getChildren().add(word);
        var group = new ToggleGroup();
        for (var attempt : model.attempts()) {
            var chip = new ToggleButton(attempt.label());
            chip.setId("attempt-" + attempt.label());
            chip.setUserData(attempt.number());
            chip.getStyleClass().add("chip");
            chip.setToggleGroup(group);
            chip.setTooltip(new Tooltip(attempt.hint()));
            chip.setAccessibleText(attempt.hint());
            chip.setOnAction(_ -> model.pick(attempt.number()));
            attempts.getChildren().add(chip);
        }
        markAttempt();
    }

    private void markAttempt() {
        for (var child : attempts.getChildren()) {
            if (child instanceof ToggleButton chip) {
                chip.setSelected(model.attempt().get().equals(chip.getUserData()));
            }
        }
    }
}
