package dev.muster.gui;

import dev.muster.gui.fx.TakesFocus;

import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

import java.util.Optional;

/** What the user decides once: it holds from now on, without a button to confirm it. */
final class SettingsCard extends VBox implements TakesFocus {
    private final Button keys = new Button("Choose keys…");

    /**
     * @param reach absent in the demo, where no run is kept
     * @param chooseKeys leads to the settings of the keys
     */
    SettingsCard(Optional<Reach> reach, Runnable chooseKeys, Runnable onClose) {
        getStyleClass().addAll("card-over", "settings");
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Settings");
        var title = new Label("Settings");
        title.getStyleClass().add("over-title");
        keys.setId("choose-keys");
        keys.setOnAction(_ -> chooseKeys.run());
        getChildren().addAll(title, section("Keys"), keys);
        reach.ifPresent(far -> getChildren().addAll(section("Runs"), runs(far)));
        var close = new Button("Close");
        close.setId("settings-close");
        close.setOnAction(_ -> onClose.run());
        var buttons = new HBox(close);
        buttons.getStyleClass().add("question-buttons");
        getChildren().add(buttons);
    }

    private static Label section(String words) {
        var title = new Label(words);
        title.getStyleClass().add("section-title");
        return title;
    }

    private static Node runs(Reach reach) {
        var keep = new CheckBox("Runs go on when the window closes");
        keep.setId("keep-runs");
        keep.setSelected(reach.keepsRuns());
        keep.selectedProperty().subscribe((_, wanted) -> reach.keepRuns(wanted));
        return explained(
                keep,
                "Runs you start from now on belong to a background agent. It is started when it is"
                        + " needed, and stays: closing this window, or its crash, does not touch"
                        + " them. Without it, closing the window stops what was started in it.");
    }

    private static Node explained(CheckBox box, String why) {
        var words = new Label(why);
        words.getStyleClass().addAll("muted", "hint");
        words.setWrapText(true);
        words.setMinHeight(USE_PREF_SIZE);
        box.setAccessibleHelp(why);
        return new VBox(box, words);
    }

    @Override
    public void takeFocus() {
        keys.requestFocus();
    }
}
