package dev.muster.gui.testing;

import dev.muster.gui.fx.ByKey;

import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Slider;
import javafx.scene.control.TextInputControl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether every control in sight says what it is, and can be used without a mouse. FX thread. */
public final class Accessibility {
    private Accessibility() {}

    /** What is wrong below {@code root}, a line each; nothing where all is well. */
    public static List<String> problems(Parent root) {
        var found = new ArrayList<String>();
        walk(root, found);
        return found;
    }

    private static void walk(Node node, List<String> found) {
        if (!node.isVisible()) return;
        if (isControl(node) || node.isFocusTraversable()) {
            if (name(node).isBlank()) found.add("says nothing: " + words(node));
            if (!isReachable(node)) found.add("no key reaches it: " + words(node));
        }
        if (node instanceof ComboBoxBase<?> || node instanceof Slider) return; // a skin's own parts
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> walk(child, found));
        }
    }

    private static boolean isControl(Node node) {
        return node instanceof ButtonBase
                || node instanceof TextInputControl
                || node instanceof ComboBoxBase<?>
                || node instanceof ListView<?>
                || node instanceof Slider;
    }

    private static String name(Node node) {
        return Stream.of(
                        Optional.ofNullable(node.getAccessibleText()),
                        node instanceof Labeled labeled
                                ? Optional.ofNullable(labeled.getText())
                                : Optional.<String>empty(),
                        node.getScene().getRoot().lookupAll(".label").stream()
                                .filter(Label.class::isInstance)
                                .map(Label.class::cast)
                                .filter(label -> label.getLabelFor() == node)
                                .map(Label::getText)
                                .findFirst())
                .flatMap(Optional::stream)
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse("");
    }

    /** By Tab; by arrows among tabs; by the keys of a row; or by a key that does the same. */
    private static boolean isReachable(Node node) {
        return node.isFocusTraversable()
                || ByKey.of(node).isPresent()
                || node.getAccessibleRole() == AccessibleRole.TAB_ITEM
                || isInRow(node);
    }

    private static boolean isInRow(Node node) {
        for (Optional<Node> at = Optional.of(node); at.isPresent(); at = at.map(Node::getParent)) {
            if (at.get() instanceof ListCell<?>) return true;
        }
        return false;
    }

    private static String words(Node node) {
        return "%s id=%s class=%s text=%s"
                .formatted(
                        node.getClass().getSimpleName(),
                        node.getId(),
                        node.getStyleClass(),
                        name(node));
    }
}
