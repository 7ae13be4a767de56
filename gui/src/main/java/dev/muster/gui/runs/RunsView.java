package dev.muster.gui.runs;

import dev.muster.agent.job.RunId;
import dev.muster.gui.fx.Stylesheet;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

import java.util.Locale;
import java.util.Optional;

/** The list of runs: arrow keys move through it, and what is selected is shown beside it. */
public final class RunsView extends VBox {
    private final RunsViewModel model;
    private final ListView<RunItem> list;

    public RunsView(RunsViewModel model) {
        this.model = model;
        getStyleClass().add("runs");
        getStylesheets().add(Stylesheet.beside(RunsView.class, "runs.css"));
        var title = new Label(model.title().toUpperCase(Locale.ROOT));
        title.getStyleClass().add("section-title");
        list = new ListView<>(model.items());
        list.setId("runs");
        list.setCellFactory(_ -> new RunCell());
        list.setPlaceholder(emptyState());
        list.setAccessibleText("Runs of " + model.title());
        list.setAccessibleRole(AccessibleRole.LIST_VIEW);
        setVgrow(list, Priority.ALWAYS);
        getChildren().addAll(title, list);
        list.getSelectionModel()
                .selectedItemProperty()
                .addListener(
                        (_, _, item) ->
                                Optional.ofNullable(item)
                                        .map(RunItem::run)
                                        .ifPresent(model::select));
        model.selected().addListener((_, _, run) -> run.ifPresent(this::select));
        model.items()
                .addListener(
                        (javafx.collections.ListChangeListener<RunItem>)
                                _ -> model.selected().get().ifPresent(this::select));
        model.selected().get().ifPresent(this::select);
    }

    /** Moves the keyboard here. */
    public void takeFocus() {
        list.requestFocus();
    }

    private void select(RunId run) {
        for (RunItem item : model.items()) {
            if (!item.run().equals(run)) continue;
            if (list.getSelectionModel().getSelectedItem() == item) return;
            list.getSelectionModel().select(item);
            list.scrollTo(item);
        }
    }

    private static VBox emptyState() {
        var nothing = new Label("No runs yet");
        nothing.getStyleClass().add("semibold");
        var how = new Label("Runs you start here stay in this list until the window closes.");
        how.getStyleClass().addAll("muted", "small");
        how.setWrapText(true);
        var box = new VBox(nothing, how);
        box.getStyleClass().add("empty");
        return box;
    }
}
