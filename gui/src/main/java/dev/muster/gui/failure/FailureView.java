package dev.muster.gui.failure;

import dev.muster.gui.fx.Clipboards;
import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPage;

import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The culprit on the left, with what to do next and whom it took along; what it left behind on the
 * right, or below where the page is narrow. FX thread.
 */
public final class FailureView extends StackPane implements RunPage {
    private static final double WIDE = 760;
    private static final double LEFT_SHARE = 44;

    private final FailureViewModel model;
    private final Consumer<Path> open;
    private final ScrollPane scroll = new ScrollPane();
    private final VBox content = new VBox();
    private final Label empty = new Label();
    private boolean wide = true;

    /** {@code open} shows a file of this machine to the user, or says why it cannot. */
    public FailureView(FailureViewModel model, Consumer<Path> open) {
        this.model = model;
        this.open = open;
        getStyleClass().add("failure");
        getStylesheets().add(Stylesheet.beside(FailureView.class, "failure.css"));
        content.getStyleClass().add("failure-content");
        scroll.setContent(content);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setId("failure");
        scroll.setFocusTraversable(true);
        scroll.setAccessibleText("Why the attempt failed");
        empty.getStyleClass().add("muted");
        empty.textProperty().bind(model.message());
        empty.visibleProperty().bind(model.message().isNotEmpty());
        getChildren().addAll(scroll, empty);
        model.card().addListener((_, _, _) -> refresh());
        model.failed().addListener((_, _, _) -> refresh());
        widthProperty()
                .subscribe(
                        width -> {
                            if (width.doubleValue() >= WIDE == wide) return;
                            wide = !wide;
                            refresh();
                        });
        refresh();
    }

    private void refresh() {
        var card = model.card().get();
        content.getChildren().clear();
        scroll.setVisible(card.isPresent());
        card.ifPresent(this::build);
    }

    private void build(FailureCard card) {
        var columns = new GridPane();
        columns.getStyleClass().add("failure-columns");
        var story = story(card);
        var left = left(card);
        if (wide) {
            columns.getColumnConstraints().addAll(share(LEFT_SHARE), share(100 - LEFT_SHARE));
            columns.addRow(0, left, story);
        } else {
            columns.getColumnConstraints().add(share(100));
            columns.addColumn(0, left, story);
        }
        for (Node node : columns.getChildren()) GridPane.setValignment(node, VPos.TOP);
        content.getChildren().addAll(head(card), columns);
    }

    private static ColumnConstraints share(double percent) {
        var column = new ColumnConstraints();
        column.setPercentWidth(percent);
        column.setMinWidth(0);
        return column;
    }

    private Node head(FailureCard card) {
        var title = new Label(card.title());
        title.setId("failure-title");
        title.getStyleClass().add("failure-title");
        title.setWrapText(true);
        title.setMinWidth(0);
        HBox.setHgrow(title, Priority.ALWAYS);
        title.setMaxWidth(Double.MAX_VALUE);
        var top = new HBox(new Glyph(Mark.FAILED), title);
        top.getStyleClass().add("failure-head");
        top.getChildren().add(attempts(card));
        if (card.culprit().isPresent()) {
            String hint = "What this rank printed in this attempt";
            top.getChildren().add(button("failure-log", "Open its log", hint, model::openLog));
        }
        top.getChildren().add(copy(card));
        var head = new VBox(top);
        head.getStyleClass().add("failure-top");
        if (!card.reason().isEmpty()) {
            var reason = new Label(card.reason());
            reason.setId("failure-reason");
            reason.getStyleClass().addAll("mono", "failure-reason");
            reason.setWrapText(true);
            head.getChildren().add(reason);
        }
        var facts = new Label(String.join(" · ", card.facts()));
        facts.getStyleClass().add("muted");
        facts.setWrapText(true);
        head.getChildren().add(facts);
        head.setAccessibleRole(AccessibleRole.TEXT);
        head.setAccessibleText(card.text());
        return head;
    }

    /** One failed attempt is no choice. */
    private HBox attempts(FailureCard card) {
        var chips = new HBox();
        chips.getStyleClass().add("attempts");
        if (model.failed().get().size() < 2) return chips;
        var word = new Label("attempt");
        word.getStyleClass().add("muted");
        chips.getChildren().add(word);
        var group = new ToggleGroup();
        for (int attempt : model.failed().get()) {
            var chip = new ToggleButton(Integer.toString(attempt + 1));
            chip.setId("failed-attempt-" + (attempt + 1));
            chip.getStyleClass().add("chip");
            chip.setToggleGroup(group);
            chip.setSelected(attempt == card.attempt());
            chip.setAccessibleText("Failure of attempt " + (attempt + 1));
            chip.setOnAction(_ -> model.pick(attempt));
            chips.getChildren().add(chip);
        }
        return chips;
    }

    private static Button copy(FailureCard card) {
        return button("failure-copy", "Copy", "Copy all of this as text", () -> put(card.text()));
    }

    private static void put(String text) {
        Clipboards.put(text);
    }

    private static Button button(String id, String word, String hint, Runnable action) {
        var button = new Button(word);
        button.setId(id);
        button.getStyleClass().add("compact");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setTooltip(new Tooltip(hint));
        button.setOnAction(_ -> action.run());
        return button;
    }

    private Node left(FailureCard card) {
        var left = column();
        if (!card.meaning().isEmpty()) {
            left.getChildren().add(section("WHAT THE SIGNAL MEANS", words(card.meaning())));
        }
        var steps = new VBox();
        steps.getStyleClass().add("steps");
        for (String step : card.next()) {
            var bullet = new Label("→");
            bullet.getStyleClass().add("bullet");
            bullet.setMinWidth(Region.USE_PREF_SIZE);
            var sentence = words(step);
            HBox.setHgrow(sentence, Priority.ALWAYS);
            steps.getChildren().add(new HBox(bullet, sentence));
        }
        left.getChildren().add(section("WHAT TO DO NEXT", steps));
        if (!card.collateral().isEmpty()) left.getChildren().add(collateral(card));
        card.errorFile().ifPresent(file -> left.getChildren().add(errorFile(file)));
        return left;
    }

    private static VBox column() {
        var column = new VBox();
        column.getStyleClass().add("failure-column");
        column.setMinWidth(0);
        return column;
    }

    private static Node collateral(FailureCard card) {
        var victims = new VBox();
        victims.getStyleClass().add("steps");
        for (var victim : card.collateral()) {
            var row = new HBox(new Glyph(victim.mark()), words(victim.sentence()));
            victims.getChildren().add(row);
        }
        return section("WENT DOWN WITH IT", victims);
    }

    private Node errorFile(Path file) {
        var path = new Label(file.toString());
        path.getStyleClass().addAll("mono", "path");
        path.setWrapText(true);
        path.setMinWidth(0);
        var buttons =
                new HBox(
                        button("error-open", "Open", "Open the file", () -> open.accept(file)),
                        button(
                                "error-copy",
                                "Copy path",
                                "Copy the path of the file",
                                () -> put(file.toString())));
        buttons.getStyleClass().add("file-buttons");
        return section("ERROR FILE", new VBox(6, path, buttons));
    }

    private Node story(FailureCard card) {
        var story = column();
        card.trace().ifPresent(trace -> story.getChildren().add(trace(trace)));
        if (!card.lastLines().isEmpty()) {
            story.getChildren().add(section("LAST LINES", lines(card.lastLines())));
        }
        return story;
    }

    private static Node trace(PythonTrace trace) {
        var frames = new VBox();
        frames.getStyleClass().add("frames");
        frames.getChildren().addAll(rows(trace.own()));
        List<PythonTrace.Frame> libraries = trace.libraries();
        if (!libraries.isEmpty()) frames.getChildren().add(folded(trace, libraries));
        return section(
                trace.own().isEmpty() ? "TRACEBACK" : "TRACEBACK, YOUR OWN CODE FIRST", frames);
    }

    private static List<Node> rows(List<PythonTrace.Frame> frames) {
        return frames.stream().<Node>map(FrameRow::new).toList();
    }

    /** Where nothing is the user's own, there is nothing to fold for. */
    private static Node folded(PythonTrace trace, List<PythonTrace.Frame> libraries) {
        var inside = new VBox();
        inside.getStyleClass().add("frames");
        inside.getChildren().addAll(rows(libraries));
        if (trace.own().isEmpty()) return inside;
        int count = libraries.size();
        String what = "%d %s of libraries".formatted(count, count == 1 ? "frame" : "frames");
        var fold = new ToggleButton("▸ " + what);
        fold.setId("library-frames");
        fold.getStyleClass().add("fold");
        inside.visibleProperty().bind(fold.selectedProperty());
        inside.managedProperty().bind(fold.selectedProperty());
        fold.selectedProperty().subscribe(on -> fold.setText((on ? "▾ " : "▸ ") + what));
        return new VBox(fold, inside);
    }

    private static Node lines(List<String> lines) {
        var text = new Label(String.join("\n", lines));
        text.setId("failure-lines");
        text.getStyleClass().addAll("mono", "last-lines");
        text.setWrapText(true);
        text.setMaxWidth(Double.MAX_VALUE);
        return text;
    }

    private static Label words(String sentence) {
        var label = new Label(sentence);
        label.setWrapText(true);
        label.setMinWidth(0);
        return label;
    }

    private static Node section(String title, Node body) {
        var heading = new Label(title);
        heading.getStyleClass().add("section-title");
        var section = new VBox(heading, body);
        section.getStyleClass().add("failure-section");
        return section;
    }

    @Override
    public Region node() {
        return this;
    }

    @Override
    public void show(RunFocus focus) {
        model.show(focus.run());
    }

    @Override
    public void hide() {
        // what is shown is part of the run's snapshot: nothing goes on behind it
    }

    @Override
    public void takeFocus() {
        Optional.of(scroll).filter(Node::isVisible).ifPresent(Node::requestFocus);
    }
}
