package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.TakesFocus;
import dev.muster.gui.state.RunStanding;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

import java.time.Instant;
import java.util.List;

/** What closing still waits for. */
final class ClosingCard extends VBox implements TakesFocus {
    private final VBox runs = new VBox();
    private final Button stay = new Button("Keep the window open");

    ClosingCard(Runnable onStay, Runnable onForce) {
        getStyleClass().addAll("card-over", "closing");
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("The window closes when the runs have stopped");
        var title = new Label("The window closes when the runs have stopped");
        title.getStyleClass().add("semibold");
        runs.getStyleClass().add("closing-runs");
        stay.setId("closing-stay");
        stay.setOnAction(_ -> onStay.run());
        var force = new Button("Force now");
        force.setId("closing-force");
        force.getStyleClass().add("destroys");
        force.setOnAction(_ -> onForce.run());
        var buttons = new HBox(stay, force);
        buttons.getStyleClass().add("question-buttons");
        getChildren().addAll(title, runs, buttons);
    }

    void show(List<JobSnapshot> active, Instant now) {
        runs.getChildren().setAll(active.stream().map(run -> line(run, now)).toList());
    }

    private static HBox line(JobSnapshot run, Instant now) {
        var standing = RunStanding.of(run, now);
        var name = new Label(run.spec().entrypoint().shortName());
        var words = new Label(standing.words());
        words.getStyleClass().add("muted");
        var line = new HBox(new Glyph(standing.mark()), name, words);
        line.getStyleClass().add("closing-run");
        return line;
    }

    @Override
    public void takeFocus() {
        stay.requestFocus();
    }
}
