package dev.muster.gui.fx;

import javafx.scene.Node;
import javafx.scene.control.ListCell;
import javafx.scene.control.Tooltip;

/**
 * A row of a list that is as wide as the list and says in its tooltip what does not fit. Subclasses
 * fill it. On the FX thread.
 *
 * @param <T> what a row is of
 */
public abstract class RowCell<T> extends ListCell<T> {
    private final Tooltip whole = new Tooltip();

    /** {@code widest} is of the tooltip, in pixels; longer words are wrapped. */
    protected RowCell(double widest) {
        whole.setWrapText(true);
        whole.setMaxWidth(widest);
        setPrefWidth(0); // as wide as the list, which never scrolls sideways
    }

    /** Writes the item into the cell's nodes and shows them. */
    protected abstract void fill(T item);

    /** What the row looks like, what its tooltip says and what a screen reader reads. */
    protected final void show(Node row, String tip, String spoken) {
        whole.setText(tip);
        setTooltip(whole);
        setAccessibleText(spoken);
        setGraphic(row);
    }

    @Override
    protected final void updateItem(T item, boolean empty) {
        super.updateItem(item, empty);
        if (empty || item == null) {
            setGraphic(null);
            setTooltip(null);
            setAccessibleText("");
        } else {
            fill(item);
        }
    }
}
