package dev.muster.gui.events;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.RowCell;

import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;

/** A row of the list: when, which number, what kind, and the sentence. */
final class EventCell extends RowCell<EventRow> {
    private final Label time = label("event-time");
    private final Label seq = label("event-seq");
    private final Glyph glyph = new Glyph(Mark.EXPECTED);
    private final Label kind = label("event-kind");
    private final Label sentence = label("event-sentence");
    private final HBox row;

    EventCell() {
        super(640);
        var place = new StackPane(glyph);
        place.getStyleClass().add("event-mark");
        sentence.setTextOverrun(OverrunStyle.ELLIPSIS);
        sentence.setMinWidth(0);
        sentence.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(sentence, Priority.ALWAYS);
        row = new HBox(time, seq, place, kind, sentence);
        row.getStyleClass().add("event-row");
    }

    private static Label label(String look) {
        var label = new Label();
        label.getStyleClass().add(look);
        label.setMinWidth(USE_PREF_SIZE);
        return label;
    }

    @Override
    protected void fill(EventRow event) {
        time.setText(event.time());
        seq.setText("#" + event.seq());
        glyph.setVisible(event.mark().isPresent());
        event.mark().ifPresent(glyph::show);
        kind.setText(event.kind().word());
        sentence.setText(event.sentence());
        show(row, event.sentence(), event.line());
    }
}
