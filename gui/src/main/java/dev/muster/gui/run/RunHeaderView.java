package dev.muster.gui.run;

import dev.muster.gui.fx.Hinted;
import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.fx.Question;
import dev.muster.gui.fx.Stylesheet;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

import java.util.Optional;
import java.util.stream.Collectors;

/** Name, facts, buttons, and the sentence below them. */
public final class RunHeaderView extends VBox {
    private final RunViewModel model;
    private final ModalLayer layer;
    private final SentenceView sentence;
    private final TextFlow facts = new TextFlow();
    private final Button restart = new Button("Restart");
    private final Button again = new Button("Run again");
    private final Button stop = new Button("Stop");
    private final Button more = new Button();
    private final RunDialogs dialogs;

    /** Questions are asked on {@code layer}. */
    public RunHeaderView(RunViewModel model, ModalLayer layer) {
        this.model = model;
        this.layer = layer;
        dialogs = new RunDialogs(model, layer, more);
        getStyleClass().add("run-header");
        getStylesheets().add(Stylesheet.beside(RunHeaderView.class, "run.css"));
        sentence = new SentenceView(model);
        sentence.skip().setOnAction(_ -> askSkip());
        var place = new VBox(sentence);
        place.getStyleClass().add("sentence-place");
        getChildren().addAll(head(), place);
    }

    private HBox head() {
        var name = new Label();
        name.getStyleClass().add("run-name");
        name.textProperty().bind(model.name());
        facts.getStyleClass().add("facts");
        model.facts().addListener((_, _, now) -> showFacts(now));
        showFacts(model.facts().get());
        var words = new VBox(name, facts);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        var head = new HBox(words, buttons());
        head.getStyleClass().add("head");
        return head;
    }

    private HBox buttons() {
        setUp(restart, "restart", this::askRestart);
        restart.disableProperty().bind(model.restartable().not());
        restart.visibleProperty().bind(model.over().not());
        restart.managedProperty().bind(restart.visibleProperty());
        setUp(again, "run-again", model::runAgain);
        again.disableProperty().bind(model.whyNotStarted().isNotEmpty());
        again.visibleProperty().bind(model.over());
        again.managedProperty().bind(again.visibleProperty());
        setUp(more, "more", dialogs::offer);
        more.setGraphic(new FontIcon(Feather.MORE_HORIZONTAL));
        more.getStyleClass().add("icon-only");
        more.setTooltip(new Tooltip("More to do with this run"));
        more.setAccessibleText("More to do with this run");
        setUp(stop, "stop", this::askStop);
        stop.getStyleClass().add("dangerous");
        stop.setGraphic(new FontIcon(Feather.CHEVRON_DOWN));
        stop.setContentDisplay(javafx.scene.control.ContentDisplay.RIGHT);
        stop.disableProperty().bind(model.stoppable().not());
        stop.visibleProperty().bind(model.over().not());
        stop.managedProperty().bind(stop.visibleProperty());
        var buttons =
                new HBox(
                        hinted(restart, "Restart the group"),
                        new Hinted(
                                again, "Start another run of the same spec", model.whyNotStarted()),
                        hinted(stop, "Stop the run"),
                        more);
        buttons.getStyleClass().add("buttons");
        buttons.setMinWidth(Region.USE_PREF_SIZE);
        return buttons;
    }

    private Hinted hinted(Button button, String does) {
        return new Hinted(button, does, model.whyNotSteered());
    }

    private static void setUp(Button button, String id, Runnable action) {
        button.setId(id);
        button.setOnAction(_ -> action.run());
    }

    /** Restarts, or runs again what is over. Asks first where there is something to lose. */
    public void askRestart() {
        if (model.over().get()) {
            model.runAgain();
        } else if (model.restartable().get()) {
            layer.showBelow(
                    restart,
                    new Question(
                            "Restart %s?".formatted(model.name().get()),
                            model.restartConsequence(),
                            "Restart",
                            Question.Weight.ORDINARY,
                            model::restart,
                            layer::close));
        }
    }

    /** Asks whether to stop; among other nodes also whether for all of them. */
    public void askStop() {
        if (!model.stoppable().get()) return;
        boolean amongOthers = model.isAmongOthers();
        var question =
                new Question(
                        "Stop %s?".formatted(model.name().get()),
                        model.stopConsequence(),
                        amongOthers ? "Stop the job" : "Stop run",
                        Question.Weight.DESTROYS,
                        model::stop,
                        layer::close);
        layer.showBelow(stop, amongOthers ? question.or("Leave the job", model::leave) : question);
    }

    /** Asks whether to end without the other nodes, where only they are waited for. */
    public void askSkip() {
        if (!model.skippable().get()) return;
        layer.showBelow(
                sentence.skip(),
                new Question(
                        "Do not wait for the other nodes?",
                        model.skipConsequence(),
                        "Do not wait",
                        Question.Weight.ORDINARY,
                        model::skipWaiting,
                        layer::close));
    }

    /** What can be done beside that, and the questions that it asks. */
    public RunDialogs dialogs() {
        return dialogs;
    }

    private void showFacts(Optional<Facts> now) {
        facts.getChildren().clear();
        if (now.isEmpty()) return;
        for (var fact : now.get().facts()) {
            if (!facts.getChildren().isEmpty()) facts.getChildren().add(muted(" · "));
            if (!fact.before().isEmpty())
                facts.getChildren().add(muted(fact.before() + (fact.value().isEmpty() ? "" : " ")));
            if (!fact.value().isEmpty()) facts.getChildren().add(value(fact.value()));
            if (!fact.after().isEmpty()) facts.getChildren().add(muted(" " + fact.after()));
        }
        facts.setAccessibleText(
                now.get().facts().stream()
                        .map(Facts.Fact::whole)
                        .collect(Collectors.joining(", ")));
    }

    private static Text muted(String words) {
        var text = new Text(words);
        text.getStyleClass().add("fact");
        return text;
    }

    private static Text value(String words) {
        var text = new Text(words);
        text.getStyleClass().add("fact-value");
        return text;
    }
}
