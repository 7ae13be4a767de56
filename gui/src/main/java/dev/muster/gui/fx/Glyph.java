package dev.muster.gui.fx;

import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/** The shape of a state. Decorative for a screen reader: the word beside it says the same. */
public final class Glyph extends Region {
    private Mark mark;

    public Glyph(Mark mark) {
        this.mark = mark;
        getStyleClass().addAll("glyph", mark.styleClass());
        setAccessibleRole(AccessibleRole.NODE);
        setMouseTransparent(true);
    }

    public Mark mark() {
        return mark;
    }

    public void show(Mark next) {
        if (next == mark) return;
        recolour(this, mark, next);
        mark = next;
    }

    /** Moves a node that wears the colour of one mark to another's. */
    public static void recolour(Node node, Mark from, Mark to) {
        node.getStyleClass().remove(from.styleClass());
        node.getStyleClass().add(to.styleClass());
    }
}
