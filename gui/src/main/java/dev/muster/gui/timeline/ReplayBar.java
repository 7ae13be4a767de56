package dev.muster.gui.timeline;

import dev.muster.agent.session.ReplayPosition;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

import java.util.ArrayList;
import java.util.List;

/** Plays a recording and scrubs through it; not there while a run is live. FX thread. */
final class ReplayBar extends HBox {
    private final ReplayViewModel model;
    private final Button play = new Button();
    private final Slider slider = new Slider(0, 1, 1);
    private final Label words = new Label();
    private final List<ToggleButton> speeds = new ArrayList<>();
    private boolean showing;

    ReplayBar(ReplayViewModel model) {
        this.model = model;
        setId("replay");
        getStyleClass().addAll("page-tools", "replay");
        play.setId("replay-play");
        play.getStyleClass().add("compact");
        play.setMinWidth(74);
        play.setTooltip(new Tooltip("Let the run's time go on, or hold it (Space)"));
        play.setOnAction(
                _ -> {
                    model.toggle();
                    refresh();
                });
        slider.setId("replay-time");
        slider.setAccessibleText("Time of the recorded run");
        slider.setBlockIncrement(0.02);
        HBox.setHgrow(slider, Priority.ALWAYS);
        slider.valueProperty()
                .subscribe(
                        value -> {
                            if (!showing) model.seek(value.doubleValue());
                        });
        words.getStyleClass().addAll("muted", "small");
        words.setMinWidth(0);
        getChildren().addAll(play, slider, words);
        var group = new ToggleGroup();
        for (double speed : ReplayViewModel.SPEEDS) {
            String name = "%.0f×".formatted(speed);
            var chip = new ToggleButton(name);
            chip.setId("replay-speed-%.0f".formatted(speed));
            chip.getStyleClass().add("chip");
            chip.setMinWidth(USE_PREF_SIZE);
            chip.setToggleGroup(group);
            chip.setUserData(speed);
            chip.setAccessibleText(name + " as fast as it was");
            chip.setOnAction(_ -> model.choose(speed));
            speeds.add(chip);
            getChildren().add(chip);
        }
        refresh();
    }

    /** Shows where the recording stands. */
    void refresh() {
        var position = model.position();
        setVisible(position.isPresent());
        setManaged(position.isPresent());
        play.setText(model.isPlaying() ? "❚❚ Hold" : "▶ Play");
        play.setAccessibleText(model.isPlaying() ? "Hold the replay" : "Play the recording");
        words.setText(model.words());
        for (var chip : speeds) chip.setSelected(chip.getUserData().equals(model.speed()));
        if (slider.isValueChanging()) return;
        showing = true;
        slider.setValue(position.map(ReplayPosition::fraction).orElse(1.0));
        showing = false;
    }
}
