package dev.muster.gui.stacks;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

import java.util.Optional;

/** What stands above the lines: who is odd, how it was learned, what changed since. FX thread. */
final class SummaryBox extends VBox {
    private final Button end;

    /** {@code end} ends those who told nothing. */
    SummaryBox(Button end) {
        this.end = end;
        getStyleClass().add("stacks-summary");
        setVisible(false);
        setManaged(false);
    }

    void show(StackSummary now) {
        getChildren().clear();
        now.trouble().ifPresent(why -> add(why, Mark.FAILED, Optional.empty()));
        now.odd().ifPresent(odd -> add(capital(odd), Mark.SILENT, Optional.empty()));
        now.compared().ifPresent(words -> add(words, Mark.EXPECTED, Optional.empty()));
        if (!now.facts().isEmpty()) {
            boolean someAreSilent = !now.silent().isEmpty();
            end.setText("End %s for last words…".formatted(now.silent()));
            add(now.facts(), Mark.EXPECTED, someAreSilent ? Optional.of(end) : Optional.empty());
        }
        setVisible(!getChildren().isEmpty());
        setManaged(isVisible());
    }

    private void add(String words, Mark mark, Optional<Button> action) {
        var label = new Label(words);
        label.setMinWidth(0);
        label.setTooltip(new Tooltip(words));
        boolean loud = mark != Mark.EXPECTED;
        label.getStyleClass().addAll(loud ? "stacks-odd" : "muted", "small");
        var row = new HBox();
        row.getStyleClass().add("stacks-summary-row");
        if (loud) {
            var glyph = new Glyph(mark);
            glyph.setMinWidth(Region.USE_PREF_SIZE);
            row.getChildren().add(glyph);
        }
        row.getChildren().add(label);
        action.ifPresent(row.getChildren()::add);
        getChildren().add(row);
    }

    private static String capital(String words) {
        return words.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + words.substring(1);
    }
}
