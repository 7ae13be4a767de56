package dev.muster.gui.launch;

import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;

/** Brings what has the keyboard into sight; a scroll pane does not do that by itself. */
final class ScrollTo {
    private static final double MARGIN = 24;

    private ScrollTo() {}

    static void reveal(ScrollPane scroll, Node node) {
        Node content = scroll.getContent();
        if (!isInside(node, content)) return;
        Bounds at = content.sceneToLocal(node.localToScene(node.getLayoutBounds()));
        double viewport = scroll.getViewportBounds().getHeight();
        double hidden = content.getLayoutBounds().getHeight() - viewport;
        if (hidden <= 0) return;
        double top = scroll.getVvalue() * hidden;
        double wanted =
                Math.clamp(
                        top,
                        at.getMaxY() + MARGIN - viewport,
                        Math.max(at.getMaxY() + MARGIN - viewport, at.getMinY() - MARGIN));
        scroll.setVvalue(Math.clamp(wanted / hidden, 0, 1));
    }

    private static boolean isInside(Node node, Node content) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (at == content) return true;
        }
        return false;
    }
}
