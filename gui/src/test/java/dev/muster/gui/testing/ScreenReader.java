package dev.muster.gui.testing;

import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Cell;
import javafx.scene.control.Labeled;
import javafx.stage.Stage;

import org.testfx.util.WaitForAsyncUtils;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Says what stands in a window, from any thread. */
public final class ScreenReader {
    private static final long SOON_MILLIS = 10_000;

    private final Stage stage;

    public ScreenReader(Stage stage) {
        this.stage = stage;
    }

    public boolean sees(String selector) {
        return look(root -> root.lookup(selector) != null);
    }

    /** The text of a label or button; of anything else what it is called; nothing if not there. */
    public String text(String selector) {
        return look(
                root ->
                        Optional.ofNullable(root.lookup(selector))
                                .flatMap(ScreenReader::textOf)
                                .orElse(""));
    }

    private static Optional<String> textOf(Node node) {
        return node instanceof Labeled label
                ? Optional.ofNullable(label.getText())
                : Optional.ofNullable(node.getAccessibleText());
    }

    /** What the tiles of the rank grid say, in their order. */
    public List<String> ranks() {
        return look(
                root ->
                        root.lookupAll(".rank-tile").stream()
                                .map(Node::getAccessibleText)
                                .toList());
    }

    /** What the rows of the list of runs say, as far as they are on the screen. */
    public List<String> rows() {
        return look(
                root ->
                        root.lookupAll("#runs .list-cell").stream()
                                .flatMap(
                                        cell ->
                                                Optional.ofNullable(cell.getAccessibleText())
                                                        .stream())
                                .toList());
    }

    /** What the list says of the run that is selected in it. */
    public Optional<String> selectedRun() {
        return look(
                root ->
                        root.lookupAll("#runs .list-cell").stream()
                                .filter(cell -> cell instanceof Cell<?> one && one.isSelected())
                                .flatMap(
                                        cell ->
                                                Optional.ofNullable(cell.getAccessibleText())
                                                        .stream())
                                .findFirst());
    }

    /** The tile of {@code rank 3}. */
    public Node tile(String rank) {
        return look(
                root ->
                        root.lookupAll(".rank-tile").stream()
                                .filter(tile -> tile.getAccessibleText().startsWith(rank + ","))
                                .findFirst()
                                .orElseThrow());
    }

    /** The lines of the log that are on the screen. */
    public String log() {
        return look(
                root ->
                        String.valueOf(
                                root.lookup(".log-canvas")
                                        .queryAccessibleAttribute(AccessibleAttribute.TEXT)));
    }

    /** Where the keyboard is, by id. */
    public Optional<String> focus() {
        return look(
                root ->
                        Optional.ofNullable(root.getScene().getFocusOwner())
                                .flatMap(node -> Optional.ofNullable(node.getId())));
    }

    /** Looks at the window on the FX thread. */
    public <T> T look(Function<Parent, T> at) {
        return WaitForAsyncUtils.waitForAsyncFx(
                SOON_MILLIS, () -> at.apply(stage.getScene().getRoot()));
    }
}
