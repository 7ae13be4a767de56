package dev.muster.gui.fleet;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.state.Standing;

import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Subscription;

import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** One row of the fleet: a title, a remark, or a run with the line that is true of it now. */
final class FleetCell extends ListCell<FleetRow> {
    private static final PseudoClass OUT_OF_REACH = PseudoClass.getPseudoClass("out-of-reach");
    private static final PseudoClass STOP = PseudoClass.getPseudoClass("stop");

    private final Consumer<FleetRow.Act> onAct;
    private final Glyph glyph = new Glyph(Mark.EXPECTED);
    private final Label name = new Label();
    private final Label accepted = new Label();
    private final Label line = new Label();
    private final HBox runRow;
    private Subscription listening = Subscription.EMPTY;

    FleetCell(Consumer<FleetRow.Act> onAct) {
        this.onAct = onAct;
        name.getStyleClass().add("name");
        accepted.getStyleClass().add("line");
        accepted.setMinWidth(USE_PREF_SIZE);
        line.getStyleClass().add("line");
        var place = new StackPane(glyph);
        place.getStyleClass().add("glyph-place");
        var text = new VBox(new HBox(name, spring(), accepted), line);
        text.getStyleClass().add("words");
        text.setMinWidth(0);
        HBox.setHgrow(text, Priority.ALWAYS);
        runRow = new HBox(place, text);
        runRow.getStyleClass().add("run-row");
        asWideAsTheList(runRow);
    }

    @Override
    protected void updateItem(@Nullable FleetRow row, boolean empty) {
        super.updateItem(row, empty);
        listening.unsubscribe();
        listening = Subscription.EMPTY;
        pseudoClassStateChanged(OUT_OF_REACH, false);
        pseudoClassStateChanged(STOP, row != null && !empty && row.isStop());
        setTooltip(null);
        if (row == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        setAccessibleText(row.spoken());
        setGraphic(
                switch (row) {
                    case FleetRow.Section section -> section(section);
                    case FleetRow.Note note -> note(note);
                    case FleetRow.Run(var run) -> run(run);
                });
    }

    private Node section(FleetRow.Section section) {
        var title = new Label(section.title().toUpperCase(Locale.ROOT));
        title.getStyleClass().add("section-title");
        var row = new HBox(title, spring());
        row.getStyleClass().add("section-row");
        for (FleetRow.Act act : section.acts()) row.getChildren().add(cross(act));
        asWideAsTheList(row);
        return row;
    }

    private Button cross(FleetRow.Act act) {
        var button = new Button();
        button.setGraphic(new FontIcon(Feather.X));
        button.getStyleClass().add("icon-only");
        button.setFocusTraversable(false);
        button.setAccessibleText(act.deed().words());
        button.setTooltip(new Tooltip(act.deed().words() + " (Delete)"));
        button.setOnAction(_ -> onAct.accept(act));
        return button;
    }

    private Node note(FleetRow.Note note) {
        var row = new VBox();
        row.getStyleClass().add("note-row");
        if (!note.lead().isEmpty()) {
            row.getChildren().add(wrapped(note.lead(), "lead"));
        }
        if (!note.words().isEmpty()) row.getChildren().add(wrapped(note.words(), "line"));
        for (FleetRow.Act act : note.acts()) {
            var button = new Button(act.deed().words());
            button.getStyleClass().add("compact");
            button.setFocusTraversable(false);
            button.setOnAction(_ -> onAct.accept(act));
            row.getChildren().add(button);
        }
        asWideAsTheList(row);
        return row;
    }

    private static Label wrapped(String words, String styleClass) {
        var label = new Label(words);
        label.getStyleClass().add(styleClass);
        label.setWrapText(true);
        label.setMinHeight(USE_PREF_SIZE);
        return label;
    }

    private Node run(RunRow run) {
        name.setText(run.name());
        accepted.setText(run.accepted());
        listening =
                run.standing()
                        .subscribe(standing -> show(run, standing))
                        .and(run.outOfReach().subscribe(why -> reach(run, why)));
        return runRow;
    }

    private void show(RunRow run, Standing standing) {
        glyph.show(standing.mark());
        line.setText(standing.words());
        setAccessibleText(run.spoken());
    }

    private void reach(RunRow run, Optional<String> why) {
        pseudoClassStateChanged(OUT_OF_REACH, why.isPresent());
        setTooltip(why.map(FleetCell::hint).orElse(null));
        setAccessibleText(run.spoken());
    }

    private static Tooltip hint(String why) {
        var hint = new Tooltip("This is how it stood when it was reached last: " + why);
        hint.setWrapText(true);
        hint.setMaxWidth(360);
        return hint;
    }

    /** Longer words are cut or wrapped; the list never scrolls sideways. */
    private void asWideAsTheList(Region row) {
        row.setMinWidth(0);
        row.setPrefWidth(0);
    }

    private static Region spring() {
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        return spring;
    }
}
