package dev.muster.gui.store;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;

import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/** A client in two lines: who it is, and what it waits for or asked last. */
final class ClientCell extends ListCell<ClientRow> {
    private final Glyph glyph = new Glyph(Mark.RUNNING);
    private final Label peer = new Label();
    private final Label says = new Label();
    private final HBox row;
    private final Tooltip whole = new Tooltip();

    ClientCell() {
        peer.getStyleClass().add("store-peer");
        says.getStyleClass().add("store-says");
        peer.setMinWidth(0);
        says.setMinWidth(0);
        var place = new StackPane(glyph);
        place.getStyleClass().add("store-mark");
        var rows = new VBox(peer, says);
        rows.getStyleClass().add("store-rows");
        row = new HBox(place, rows);
        row.getStyleClass().add("store-client");
        whole.setWrapText(true);
        whole.setMaxWidth(640);
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(ClientRow client, boolean empty) {
        super.updateItem(client, empty);
        if (empty || client == null) {
            setGraphic(null);
            setTooltip(null);
            setAccessibleText("");
            return;
        }
        glyph.show(client.isWaiting() ? Mark.STARTING : Mark.RUNNING);
        peer.setText(client.peer());
        says.setText(client.isWaiting() ? client.awaits() : client.traffic());
        whole.setText(client.text().replace("\t", "\n"));
        setTooltip(whole);
        setAccessibleText(client.text().replace("\t", ", "));
        setGraphic(row);
    }
}
