package dev.muster.gui.history;

import dev.muster.agent.history.PastRun;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.TakesFocus;

import javafx.geometry.Insets;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** Shows what differs between two runs. FX thread. */
public final class CompareCard extends VBox implements TakesFocus {
    /** What stays free between the card and the edges of the window it lies over. */
    private static final double AROUND = 24;

    private final CompareViewModel model;
    private final ComboBox<PastRun> other = new ComboBox<>();
    private final Button close = new Button("Close");

    public CompareCard(CompareViewModel model, Runnable onClose) {
        this.model = model;
        getStyleClass().addAll("card-over", "compare");
        getStylesheets().add(Stylesheet.beside(CompareCard.class, "history.css"));
        StackPane.setMargin(this, new Insets(AROUND));
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Compare two runs");
        var title = new Label("Compare two runs");
        title.getStyleClass().add("over-title");
        close.setId("compare-close");
        close.setCancelButton(true);
        close.setOnAction(_ -> onClose.run());
        var buttons = new HBox(close);
        buttons.getStyleClass().add("question-buttons");
        getChildren().addAll(title, heads(), list(), buttons);
    }

    private Node heads() {
        var gap = new Label();
        gap.getStyleClass().add("compare-name");
        var left = new Label(model.leftName());
        left.getStyleClass().add("semibold");
        left.setPrefWidth(0);
        left.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(left, Priority.ALWAYS);
        other.setId("compare-other");
        other.setAccessibleText("The run to compare it with");
        other.getItems().setAll(model.others());
        other.setConverter(new Names());
        other.setPrefWidth(0);
        other.setMaxWidth(Double.MAX_VALUE);
        other.setDisable(model.others().isEmpty());
        HBox.setHgrow(other, Priority.ALWAYS);
        model.other().get().ifPresent(other::setValue);
        other.valueProperty().subscribe((_, run) -> model.other().set(Optional.ofNullable(run)));
        var line = new HBox(gap, left, other);
        line.getStyleClass().addAll("compare-line", "compare-heads");
        return line;
    }

    private Node list() {
        var list = new ListView<>(model.rows());
        list.setId("compare-rows");
        list.setAccessibleText("What differs");
        list.setCellFactory(_ -> new CompareCell());
        var remark = new Label();
        remark.setId("compare-remark");
        remark.getStyleClass().add("muted");
        remark.setWrapText(true);
        remark.textProperty().bind(model.remark());
        list.setPlaceholder(remark);
        setVgrow(list, Priority.ALWAYS);
        return list;
    }

    @Override
    public void takeFocus() {
        if (other.isDisabled()) close.requestFocus();
        else other.requestFocus();
    }

    /** Shows runs by their names. */
    private final class Names extends StringConverter<PastRun> {
        @Override
        public String toString(@Nullable PastRun run) {
            return run == null ? "no other run" : model.name(run);
        }

        @Override
        public PastRun fromString(String words) {
            throw new UnsupportedOperationException("nothing is typed here");
        }
    }
}
