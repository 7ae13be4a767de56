package dev.muster.gui;

import dev.muster.gui.fx.TakesFocus;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPage;

import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Pages about the run, one of which is in sight; each is made when it is looked at first. Earlier
 * attempts are a click away. FX thread.
 */
final class DockView extends BorderPane implements TakesFocus, AutoCloseable {
    private final DockViewModel model;
    private final Function<DockTab, RunPage> make;
    private final Map<DockTab, RunPage> made = new EnumMap<>(DockTab.class);
    private final HBox attempts = new HBox();
    private Optional<RunPage> inSight = Optional.empty();

    /** {@code make} is asked once for each page that is looked at. */
    DockView(DockViewModel model, Function<DockTab, RunPage> make) {
        this.model = model;
        this.make = make;
        getStyleClass().add("dock");
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        attempts.getStyleClass().add("attempts");
        var tabs = new DockTabs(model.tab(), model::choose);
        var strip = new HBox(tabs, spring, attempts);
        strip.getStyleClass().add("tabs");
        setTop(new VBox(CockpitWindow.edge(), strip));
        model.attempts().addListener((ListChangeListener<AttemptChip>) _ -> offerAttempts());
        model.attempt().addListener((_, _, _) -> markAttempt());
        model.tab().subscribe(this::turnTo);
        model.failed()
                .subscribe(
                        count ->
                                tabs.badge(
                                        DockTab.FAILURE,
                                        count.intValue(),
                                        Counts.of(count.intValue(), "failed attempt")));
        model.focus().addListener((_, _, now) -> now.ifPresent(this::tell));
    }

    private void turnTo(DockTab tab) {
        inSight.ifPresent(RunPage::hide);
        var page = made.computeIfAbsent(tab, make);
        inSight = Optional.of(page);
        setCenter(page.node());
        model.focus().get().ifPresent(page::show);
        offerAttempts();
    }

    private void tell(RunFocus focus) {
        inSight.ifPresent(page -> page.show(focus));
    }

    @Override
    public void takeFocus() {
        inSight.ifPresent(RunPage::takeFocus);
    }

    /** The window closes. */
    @Override
    public void close() {
        inSight = Optional.empty();
        made.values().forEach(RunPage::close);
    }

    /** One attempt is no choice. */
    private void offerAttempts() {
        attempts.getChildren().clear();
        if (model.attempts().size() < 2 || !model.tab().get().isOfOneAttempt()) return;
        var word = new Label("attempt");
        word.getStyleClass().add("muted");
        attempts.getChildren().add(word);
        var group = new ToggleGroup();
        for (var attempt : model.attempts()) {
            var chip = new ToggleButton(attempt.label());
            chip.setId("attempt-" + attempt.label());
            chip.setUserData(attempt.number());
            chip.getStyleClass().add("chip");
            chip.setToggleGroup(group);
            chip.setTooltip(new Tooltip(attempt.hint()));
            chip.setAccessibleText(attempt.hint());
            chip.setOnAction(_ -> model.pick(attempt.number()));
            attempts.getChildren().add(chip);
        }
        markAttempt();
    }

    private void markAttempt() {
        for (var child : attempts.getChildren()) {
            if (child instanceof ToggleButton chip) {
                chip.setSelected(model.attempt().get().equals(chip.getUserData()));
            }
        }
    }
}
