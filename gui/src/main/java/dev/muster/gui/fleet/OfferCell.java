package dev.muster.gui.fleet;

import dev.muster.gui.fleet.AttachViewModel.Offer;
import dev.muster.gui.fx.RowCell;

import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

import java.util.function.Consumer;

/** A machine that can be attached with one click. */
final class OfferCell extends RowCell<Offer> {
    private static final double WIDEST = 400;

    private final Label name = new Label();
    private final Label how = new Label();
    private final HBox line = new HBox(name, how);

    OfferCell(Consumer<Offer> onPicked) {
        super(WIDEST);
        name.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(name, Priority.ALWAYS);
        how.getStyleClass().addAll("muted", "small");
        how.setMinWidth(USE_PREF_SIZE);
        line.getStyleClass().add("offer");
        setOnMouseClicked(
                _ -> {
                    Offer offer = getItem();
                    if (offer != null) onPicked.accept(offer);
                });
    }

    @Override
    protected void fill(Offer offer) {
        name.setText(offer.name());
        how.setText(offer.how());
        show(line, offer.target(), offer.spoken());
    }
}
