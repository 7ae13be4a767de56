package dev.muster.gui.fx;

import javafx.geometry.Bounds;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

import java.util.Optional;

/**
 * What lies over the window when it wants an answer first. While something is shown, the keyboard
 * stays inside it; Esc and a click beside it close it, and the keyboard goes back to where it was.
 * FX thread.
 */
public final class ModalLayer extends StackPane {
    private static final double GAP = 6;
    private static final double MARGIN = 12;

    private final Pane scrim = new Pane();
    private Optional<Open> open = Optional.empty();

    private record Open(
            Region card, Optional<Node> cameFrom, Optional<Node> anchor, Runnable onDismiss) {}

    public ModalLayer() {
        getStyleClass().add("modal-layer");
        scrim.getStyleClass().add("scrim");
        scrim.setOnMousePressed(_ -> dismiss());
        setVisible(false);
        addEventHandler(
                KeyEvent.KEY_PRESSED,
                key -> {
                    if (key.getCode() != KeyCode.ESCAPE) return;
                    key.consume();
                    dismiss();
                });
        sceneProperty()
                .subscribe(
                        scene -> {
                            if (scene == null) return;
                            scene.focusOwnerProperty()
                                    .subscribe(
                                            owner -> keepFocusInside(Optional.ofNullable(owner)));
                        });
    }

    public boolean isOpen() {
        return open.isPresent();
    }

    /** Shows {@code card} in the middle, over a darkened window. */
    public void showCentred(Region card, Runnable onDismiss) {
        show(card, Optional.empty(), onDismiss);
    }

    /** Shows {@code card} under the control it belongs to. */
    public void showBelow(Node anchor, Region card) {
        show(card, Optional.of(anchor), () -> {});
    }

    /** Takes away what is shown and gives the keyboard back. */
    public void close() {
        if (open.isEmpty()) return;
        var closing = open.get();
        open = Optional.empty();
        setVisible(false);
        getChildren().clear();
        closing.cameFrom()
                .filter(node -> node.getScene() == getScene())
                .ifPresent(Node::requestFocus);
    }

    /** Closes without an answer. */
    private void dismiss() {
        var closing = open;
        close();
        closing.ifPresent(was -> was.onDismiss().run());
    }

    private void show(Region card, Optional<Node> anchor, Runnable onDismiss) {
        close();
        var cameFrom = Optional.ofNullable(getScene()).map(scene -> scene.getFocusOwner());
        open = Optional.of(new Open(card, cameFrom, anchor, onDismiss));
        scrim.pseudoClassStateChanged(
                javafx.css.PseudoClass.getPseudoClass("clear"), anchor.isPresent());
        card.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        setMargin(card, anchor.isPresent() ? Insets.EMPTY : new Insets(MARGIN));
        setAlignment(card, anchor.isPresent() ? Pos.TOP_LEFT : Pos.CENTER);
        getChildren().setAll(scrim, card);
        setVisible(true);
        applyCss();
        layout();
        focusFirst(card);
    }

    @Override
    protected void layoutChildren() {
        super.layoutChildren();
        open.ifPresent(shown -> shown.anchor().ifPresent(anchor -> place(shown.card(), anchor)));
    }

    /** Right edges meet, as those of a menu under its button. */
    private void place(Region card, Node anchor) {
        Bounds at = sceneToLocal(anchor.localToScene(anchor.getLayoutBounds()));
        double x =
                Math.clamp(
                        at.getMaxX() - card.getWidth(),
                        MARGIN,
                        Math.max(MARGIN, getWidth() - card.getWidth() - MARGIN));
        card.relocate(x, at.getMaxY() + GAP);
    }

    private void keepFocusInside(Optional<Node> owner) {
        if (open.isEmpty() || owner.filter(node -> isInside(node, open.get().card())).isPresent())
            return;
        focusFirst(open.get().card());
    }

    private static boolean isInside(Node node, Parent card) {
        for (Optional<Node> at = Optional.of(node); at.isPresent(); at = at.map(Node::getParent)) {
            if (at.get() == card) return true;
        }
        return false;
    }

    private static void focusFirst(Region card) {
        if (card instanceof TakesFocus takes) {
            takes.takeFocus();
        } else {
            firstFocusable(card).ifPresent(Node::requestFocus);
        }
    }

    /** The first control below {@code parent} that the Tab key would stop at. */
    public static Optional<Node> firstFocusable(Parent parent) {
        for (Node child : parent.getChildrenUnmodifiable()) {
            if (!child.isVisible() || child.isDisabled()) continue;
            if (child.isFocusTraversable()) return Optional.of(child);
            if (child instanceof Parent inner) {
                var found = firstFocusable(inner);
                if (found.isPresent()) return found;
            }
        }
        return Optional.empty();
    }
}
