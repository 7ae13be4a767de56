package dev.muster.gui;

import dev.muster.gui.fx.TakesFocus;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** What the user decides once: it holds from now on, without a button to confirm it. */
final class SettingsCard extends VBox implements TakesFocus {
    private final CheckBox keep = new CheckBox("Runs go on when the window closes");

    SettingsCard(Reach reach, Runnable onClose) {
        getStyleClass().addAll("card-over", "settings");
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Settings");
        var title = new Label("Settings");
        title.getStyleClass().add("over-title");
        keep.setId("keep-runs");
        keep.setSelected(reach.keepsRuns());
        keep.selectedProperty().subscribe((_, wanted) -> reach.keepRuns(wanted));
        var words =
                new Label(
                        "Runs you start from now on belong to a background agent. It is started"
                            + " when it is needed, and stays: closing this window, or its crash,"
                            + " does not touch them. Without it, closing the window stops what was"
                            + " started in it.");
        words.getStyleClass().addAll("muted", "hint");
        words.setWrapText(true);
        words.setMinHeight(USE_PREF_SIZE);
        keep.setAccessibleHelp(words.getText());
        var close = new Button("Close");
        close.setId("settings-close");
        close.setOnAction(_ -> onClose.run());
        var buttons = new HBox(close);
        buttons.getStyleClass().add("question-buttons");
        getChildren().addAll(title, keep, words, buttons);
    }

    @Override
    public void takeFocus() {
        keep.requestFocus();
    }
}
