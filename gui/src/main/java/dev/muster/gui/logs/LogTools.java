package dev.muster.gui.logs;

import dev.muster.agent.job.LogStream;
import dev.muster.gui.logs.Query.Showing;

import javafx.css.PseudoClass;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * The bar above the rows: what is looked for, what is left out, and where it goes on. FX thread.
 */
final class LogTools extends HBox {
    private final LogViewModel model;
    private final Runnable toRows;
    private final TextField field = new TextField();
    private final Label found = new Label();
    private final HBox findBox = new HBox();
    private final ToggleButton regex = chip("log-regex", ".*", "A regular expression");
    private final ToggleButton only = chip("log-only", "only", "Show only lines with it");
    private final ToggleButton hide = chip("log-hide", "hide", "Show only lines without it");
    private final ToggleButton warnings =
            chip("log-warnings", "≥ warning", "Show only warnings and errors");
    private final Button firstError = new Button("first error ↓");
    private final ToggleButton allRanks =
            chip("log-all-ranks", "all ranks", "All ranks in one, by time (A)");
    private final ToggleButton both = chip("log-both", "both", "Both streams in one, by time");
    private final Map<LogStream, ToggleButton> choices = new EnumMap<>(LogStream.class);
    private final Label notice = new Label();
    private final ToggleButton follow = new ToggleButton();

    /** {@code toRows} brings the focus to the rows. */
    LogTools(LogViewModel model, Runnable toRows) {
        this.model = model;
        this.toRows = toRows;
        getStyleClass().add("log-tools");
        var gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        notice.getStyleClass().add("log-notice");
        notice.setMinWidth(0);
        follow.getStyleClass().add("log-follow");
        follow.setMinWidth(USE_PREF_SIZE);
        follow.setTooltip(new Tooltip("Stay at the end of the log (F)"));
        follow.setOnAction(_ -> model.stream().ifPresent(StreamViewModel::toggleFollow));
        getChildren().addAll(findBox(), only, hide, allRanks, streams(), warnings, firstError());
        getChildren().addAll(gap, notice, follow);
        var search = model.search();
        only.setOnAction(_ -> search.toggle(Showing.MATCHING));
        hide.setOnAction(_ -> search.toggle(Showing.OTHERS));
        allRanks.setOnAction(_ -> model.setAllRanks(allRanks.isSelected()));
        warnings.setOnAction(_ -> search.setWarningsOnly(warnings.isSelected()));
    }

    private HBox findBox() {
        findBox.getStyleClass().add("log-find");
        field.setId("log-find");
        field.setPromptText("Find in logs   /");
        field.setAccessibleText("Find in logs");
        field.setTooltip(
                new Tooltip(
                        """
                        Looks in the lines that are shown; capitals count only if you type some.
                        Enter or F3: next, with Shift the one before. Esc: clear.\
                        """));
        field.textProperty().addListener((_, _, now) -> model.search().type(now));
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        field.focusedProperty().subscribe(_ -> markFocus());
        regex.setOnAction(_ -> model.search().setRegex(regex.isSelected()));
        HBox.setHgrow(field, Priority.ALWAYS);
        found.getStyleClass().add("log-found");
        found.setMinWidth(USE_PREF_SIZE);
        findBox.getChildren().addAll(field, found, regex);
        return findBox;
    }

    private void markFocus() {
        findBox.pseudoClassStateChanged(PseudoClass.getPseudoClass("writing"), field.isFocused());
    }

    private HBox streams() {
        var streams = new HBox();
        streams.getStyleClass().add("log-streams");
        streams.setMinWidth(USE_PREF_SIZE);
        for (var stream : LogStream.values()) {
            var choice = new ToggleButton();
            choice.setId("log-" + stream.word());
            choice.setMinWidth(USE_PREF_SIZE);
            choice.setOnAction(_ -> model.pick(Set.of(stream)));
            choices.put(stream, choice);
            streams.getChildren().add(choice);
        }
        both.setOnAction(_ -> model.pick(Set.of(LogStream.values())));
        streams.getChildren().add(both);
        return streams;
    }

    private Button firstError() {
        firstError.setId("log-first-error");
        firstError.getStyleClass().add("log-chip");
        firstError.setMinWidth(USE_PREF_SIZE);
        firstError.setAccessibleText("Go to the first error");
        firstError.setTooltip(new Tooltip("Go to the first error (next: E, before: Shift+E)"));
        firstError.setOnAction(_ -> model.firstError());
        return firstError;
    }

    private static ToggleButton chip(String id, String words, String hint) {
        var chip = new ToggleButton(words);
        chip.setId(id);
        chip.setMinWidth(USE_PREF_SIZE);
        chip.setAccessibleText(hint);
        chip.setTooltip(new Tooltip(hint));
        return chip;
    }

    private void pressed(KeyEvent key) {
        boolean meant = true;
        switch (key.getCode()) {
            case ENTER -> model.findNext(!key.isShiftDown());
            case ESCAPE -> {
                if (field.getText().isEmpty()) toRows.run();
                else field.clear();
            }
            case DOWN -> toRows.run();
            default -> meant = false;
        }
        if (meant) key.consume();
    }

    /** Keys that mean the search wherever in the pane the focus is. */
    void pressedAnywhere(KeyEvent key) {
        if (key.getCode() == KeyCode.F3) {
            model.findNext(!key.isShiftDown());
        } else if (key.getCode() == KeyCode.F && key.isShortcutDown()) {
            takeFocus();
        } else {
            return;
        }
        key.consume();
    }

    /** Begins a search. */
    void takeFocus() {
        field.requestFocus();
        field.selectAll();
    }

    /** Brings the bar up to date. */
    void refresh() {
        var search = model.search();
        var stream = model.stream();
        regex.setSelected(search.regex());
        only.setSelected(search.showing() == Showing.MATCHING);
        hide.setSelected(search.showing() == Showing.OTHERS);
        warnings.setSelected(search.warningsOnly());
        for (var chip : new ToggleButton[] {only, hide}) {
            chip.setVisible(!search.isEmpty());
            chip.setManaged(!search.isEmpty());
        }
        say(found, model.found());
        found.setManaged(!found.getText().isEmpty());
        findBox.pseudoClassStateChanged(
                PseudoClass.getPseudoClass("wrong"), search.problem().isPresent());
        choices.forEach(this::refresh);
        both.setSelected(model.chosen().size() > 1);
        allRanks.setSelected(model.allRanks());
        var following = stream.map(StreamViewModel::follow).orElse(Follow.ON);
        say(follow, LogWords.follow(following));
        follow.setSelected(following == Follow.ON);
        follow.setDisable(stream.isEmpty());
        firstError.setDisable(stream.isEmpty());
        say(notice, model.notice());
    }

    private void refresh(LogStream stream, ToggleButton choice) {
        say(choice, model.words().map(it -> it.label(stream)).orElse(stream.word()));
        choice.setSelected(model.chosen().equals(Set.of(stream)));
    }

    private static void say(Labeled label, String words) {
        label.setText(words);
        label.setAccessibleText(words);
    }
}
