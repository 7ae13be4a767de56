package dev.muster.gui.run;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;

import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

import java.util.Optional;

/** What is going on and why: quiet while all is well, coloured when somebody should look. */
final class SentenceView extends HBox {
    private static final PseudoClass LOUD = PseudoClass.getPseudoClass("loud");
    private static final int MOST_DOTS = 16;

    private final Glyph glyph = new Glyph(Mark.EXPECTED);
    private final Text lead = new Text();
    private final Text rest = new Text();
    private final HBox dots = new HBox();
    private final Label arrived = new Label();
    private final Button skip = compact("skip", "Do not wait");
    private Mark mark = Mark.EXPECTED;

    SentenceView(RunViewModel model) {
        setId("sentence");
        getStyleClass().addAll("sentence", mark.styleClass());
        setAccessibleRole(AccessibleRole.TEXT);
        lead.getStyleClass().add("lead");
        rest.getStyleClass().add("rest");
        dots.getStyleClass().add("dots");
        arrived.getStyleClass().add("muted");
        arrived.setMinWidth(Region.USE_PREF_SIZE);
        var words = new TextFlow(lead, rest);
        setFillHeight(false);
        HBox.setHgrow(words, Priority.ALWAYS);
        getChildren().addAll(glyph, words, dots, arrived, aside(model), skip, force(model));
        skip.setTooltip(new Tooltip("End this run without waiting for the other nodes"));
        shownWhile(skip, model.skippable());
        model.sentence().addListener((_, _, now) -> show(now));
        show(model.sentence().get());
        model.arrived().addListener((_, _, now) -> count(now));
        count(model.arrived().get());
    }

    private static Label aside(RunViewModel model) {
        var aside = new Label();
        aside.setId("aside");
        aside.getStyleClass().add("aside");
        aside.textProperty().bind(model.aside());
        aside.visibleProperty().bind(model.aside().isNotEmpty());
        aside.managedProperty().bind(aside.visibleProperty());
        aside.setMinWidth(Region.USE_PREF_SIZE);
        return aside;
    }

    private static Button force(RunViewModel model) {
        var force = compact("force", "Force now");
        force.getStyleClass().add("destroys");
        force.setTooltip(new Tooltip("Kill what is left now (SIGKILL)"));
        force.setOnAction(_ -> model.force());
        shownWhile(force, model.forceable());
        return force;
    }

    private static Button compact(String id, String words) {
        var button = new Button(words);
        button.setId(id);
        button.getStyleClass().add("compact");
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private static void shownWhile(Button button, ReadOnlyBooleanProperty wanted) {
        button.visibleProperty().bind(wanted);
        button.managedProperty().bind(wanted);
    }

    /** What ends the waiting for other nodes. */
    Button skip() {
        return skip;
    }

    private void show(Optional<Sentence> now) {
        if (now.isEmpty()) return;
        var sentence = now.get();
        glyph.show(sentence.mark());
        Glyph.recolour(this, mark, sentence.mark());
        mark = sentence.mark();
        pseudoClassStateChanged(LOUD, sentence.loud());
        lead.setText(sentence.lead());
        rest.setText(sentence.rest());
        setAccessibleText(sentence.whole());
    }

    private void count(Optional<Arrived> now) {
        arrived.setVisible(now.isPresent());
        arrived.setManaged(now.isPresent());
        arrived.setText(now.map(Arrived::words).orElse(""));
        int wanted = now.filter(some -> some.of() <= MOST_DOTS).map(Arrived::of).orElse(0);
        dots.setVisible(wanted > 0);
        dots.setManaged(wanted > 0);
        while (dots.getChildren().size() > wanted) dots.getChildren().removeLast();
        while (dots.getChildren().size() < wanted) dots.getChildren().add(new Glyph(Mark.EXPECTED));
        for (int place = 0; place < wanted; place++) {
            boolean here = place < now.map(Arrived::here).orElse(0);
            ((Glyph) dots.getChildren().get(place)).show(here ? Mark.RUNNING : Mark.EXPECTED);
        }
    }
}
