package dev.muster.gui.rendezvous;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Stylesheet;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

import java.util.List;

/** The nodes side by side; nothing at all where the run is alone in its job. */
public final class NodesView extends FlowPane {
    public NodesView(NodesViewModel model) {
        setId("nodes");
        getStyleClass().add("nodes");
        getStylesheets().add(Stylesheet.beside(NodesView.class, "nodes.css"));
        model.chips().addListener((_, _, now) -> show(now));
        show(model.chips().get());
    }

    private void show(List<NodeChip> chips) {
        setVisible(!chips.isEmpty());
        setManaged(!chips.isEmpty());
        var title = new Label("Nodes");
        title.getStyleClass().add("muted");
        getChildren().setAll(title);
        chips.stream().map(NodesView::drawn).forEach(getChildren()::add);
    }

    private static HBox drawn(NodeChip chip) {
        var drawn = new HBox(new Glyph(chip.mark()));
        drawn.getStyleClass().addAll("node-chip", chip.mark().styleClass());
        if (chip.here()) drawn.getStyleClass().add("here");
        add(drawn, chip.rank(), "rank");
        add(drawn, chip.name(), "name");
        add(drawn, chip.word(), "word");
        if (chip.here()) add(drawn, "this one", "muted");
        drawn.setMaxWidth(Region.USE_PREF_SIZE);
        drawn.setAccessibleRole(AccessibleRole.TEXT);
        drawn.setAccessibleText(chip.whole());
        Tooltip.install(drawn, new Tooltip(chip.whole()));
        return drawn;
    }

    private static void add(HBox chip, String text, String style) {
        if (text.isEmpty()) return;
        var label = new Label(text);
        label.getStyleClass().add(style);
        chip.getChildren().add(label);
    }
}
