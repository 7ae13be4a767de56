package dev.muster.gui.run;

import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.TakesFocus;

import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.VBox;

import java.util.List;
import java.util.Optional;

/**
 * What else can be done with a run. What cannot be done now stays in its place and says why, to the
 * eye and to a screen reader. The arrow keys move. FX thread.
 */
final class DeedCard extends VBox implements TakesFocus {
    private static final PseudoClass HINDERED = PseudoClass.getPseudoClass("hindered");

    /** {@code close} takes the card away; it is called before a deed. */
    DeedCard(List<Action> deeds, Runnable close) {
        getStyleClass().addAll("card-over", "deeds");
        getStylesheets().add(Stylesheet.beside(DeedCard.class, "run.css"));
        setAccessibleRole(AccessibleRole.MENU);
        setAccessibleText("More to do with this run");
        for (Action deed : deeds) getChildren().add(item(deed, close));
        addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    }

    private static Node item(Action deed, Runnable close) {
        Optional<String> why = deed.hindrance().get();
        var item = new VBox(button(deed, why, close));
        item.getStyleClass().add("deed-item");
        why.ifPresent(
                reason -> {
                    var label = new Label(reason);
                    label.getStyleClass().add("deed-why");
                    label.setWrapText(true);
                    label.setMinHeight(USE_PREF_SIZE);
                    item.getChildren().add(label);
                });
        return item;
    }

    private static Button button(Action deed, Optional<String> why, Runnable close) {
        var button = new Button(deed.words() + "…");
        button.setId(deed.id());
        button.setMaxWidth(Double.MAX_VALUE);
        button.getStyleClass().add("deed");
        button.pseudoClassStateChanged(HINDERED, why.isPresent());
        button.setAccessibleRole(AccessibleRole.MENU_ITEM);
        button.setAccessibleText(
                why.map(reason -> "%s, not now: %s".formatted(deed.words(), reason))
                        .orElse(deed.words()));
        button.setOnAction(
                _ -> {
                    if (why.isPresent()) return;
                    close.run();
                    deed.deed().run();
                });
        return button;
    }

    private void pressed(KeyEvent key) {
        int step =
                switch (key.getCode()) {
                    case DOWN -> 1;
                    case UP -> -1;
                    default -> 0;
                };
        if (step == 0) return;
        key.consume();
        List<Node> buttons = List.copyOf(lookupAll(".deed"));
        int at = Math.max(0, buttons.indexOf(getScene().getFocusOwner()));
        buttons.get(Math.floorMod(at + step, buttons.size())).requestFocus();
    }

    @Override
    public void takeFocus() {
        ModalLayer.firstFocusable(this).ifPresent(Node::requestFocus);
    }
}
