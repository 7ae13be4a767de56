package dev.muster.gui;

import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.KeyChord;
import dev.muster.gui.fx.KeyMap;
import dev.muster.gui.fx.ThemeChoice;
import dev.muster.gui.fx.Zoom;
import dev.muster.gui.run.RunHeaderView;
import dev.muster.gui.run.RunViewModel;

import javafx.beans.value.ObservableBooleanValue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that can be done in a window, in the order in which it is listed: the one place where an
 * action gets its name, its key and its place in the palette. FX thread.
 */
final class WindowActions {
    private static final String RUN = "Run";
    private static final String PAGES = "Pages";
    private static final String WINDOW = "Window";

    private final CockpitWindow window;
    private final CockpitWindow.Shell shell;
    private final CockpitViewModel model;
    private final List<Action> all;

    /** {@code reaches} when there is more to see than is shown. */
    WindowActions(
            CockpitWindow window,
            RunHeaderView header,
            CockpitWindow.Shell shell,
            boolean reaches) {
        this.window = window;
        this.shell = shell;
        model = window.model();
        var list = new ArrayList<Action>();
        addRun(list, header);
        for (var tab : DockTab.values()) list.add(page(tab));
        addWindow(list, reaches);
        all = List.copyOf(list);
    }

    private void addRun(List<Action> list, RunHeaderView header) {
        RunViewModel run = model.run();
        list.add(
                Action.of(
                                "restart",
                                RUN,
                                "Restart the group, or run again what is over",
                                header::askRestart,
                                "Ctrl+R")
                        .unless(
                                () ->
                                        whileRun(
                                                run.over().or(run.restartable()),
                                                "The group is stopping, or has not begun.")));
        list.add(
                Action.of(
                                "stop",
                                RUN,
                                "Stop the run; among other nodes, or leave them the job",
                                header::askStop,
                                "Ctrl+.")
                        .unless(
                                () ->
                                        whileRun(
                                                run.stoppable(),
                                                run.over().get()
                                                        ? "The run is over."
                                                        : "It is stopping already.")));
        list.add(
                Action.of("force", RUN, "Kill what is still stopping, now", run::force)
                        .unless(
                                () ->
                                        whileRun(
                                                run.forceable(),
                                                "No stop that was asked for here waits for"
                                                        + " workers.")));
        list.add(
                Action.of(
                                "skip",
                                RUN,
                                "Do not wait for other nodes once the workers here are done",
                                header::askSkip,
                                "Ctrl+E")
                        .unless(() -> whileRun(run.skippable(), "No other node is waited for.")));
        header.dialogs().deeds().stream()
                .map(deed -> deed.unless(() -> whyNoRun().or(deed.hindrance())))
                .forEach(list::add);
    }

    private Optional<String> whileRun(ObservableBooleanValue possible, String otherwise) {
        if (whyNoRun().isPresent()) return whyNoRun();
        if (possible.get()) return Optional.empty();
        String forbidden = model.run().whyNotSteered().get();
        return Optional.of(forbidden.isEmpty() ? otherwise : forbidden);
    }

    private Action page(DockTab tab) {
        return Action.of(
                        "tab-" + tab.word(),
                        PAGES,
                        "%s: %s".formatted(tab.word(), tab.hint()),
                        () -> window.turnTo(tab),
                        "Ctrl+" + (tab.ordinal() + 1))
                .unless(this::whyNoRun);
    }

    private Optional<String> whyNoRun() {
        return model.middle().get() == CockpitViewModel.Middle.RUN
                ? Optional.empty()
                : Optional.of("No run is shown.");
    }

    private void addWindow(List<Action> list, boolean reaches) {
        list.add(
                Action.of(
                        "palette",
                        WINDOW,
                        "Find a command, a run, a host or a rank",
                        window::showPalette,
                        "Ctrl+K",
                        "Ctrl+Shift+P"));
        list.add(Action.of("new-run", WINDOW, "Launch a new run", window::newRun, "Ctrl+N"));
        list.add(
                beyondDemo(
                        reaches,
                        Action.of(
                                "attach",
                                WINDOW,
                                "Attach another machine, or watch a torchrun job",
                                window::attach,
                                "Ctrl+Shift+A")));
        list.add(
                Action.of(
                        "filter-runs",
                        WINDOW,
                        "Filter the runs",
                        window::filterRuns,
                        "Ctrl+Shift+F"));
        list.add(
                Action.of(
                        "next-pane",
                        WINDOW,
                        "Next pane: runs, ranks, dock",
                        () -> window.nextPane(1),
                        "F6"));
        list.add(
                Action.of(
                        "previous-pane",
                        WINDOW,
                        "Previous pane",
                        () -> window.nextPane(-1),
                        "Shift+F6"));
        list.add(Action.of("settings", WINDOW, "Settings", window::showSettings, "Ctrl+,"));
        list.add(
                Action.of(
                        "choose-keys", WINDOW, "Settings: choose other keys", window::chooseKeys));
        list.add(Action.of("theme", WINDOW, "Dark or light", shell::turnTheme, "Ctrl+T"));
        var preferences = shell.preferences();
        for (var choice : ThemeChoice.all()) {
            list.add(
                    Action.of(
                            "theme-" + choice.word(),
                            WINDOW,
                            "Theme: " + choice.title().toLowerCase(Locale.ROOT),
                            () -> preferences.theme().set(choice)));
        }
        var zoom = preferences.zoom();
        list.add(
                Action.of(
                        "larger",
                        WINDOW,
                        "Draw everything larger",
                        () -> zoom.set(zoom.get().larger()),
                        "Ctrl+=",
                        "Ctrl++",
                        "Ctrl+Shift+="));
        list.add(
                Action.of(
                        "smaller",
                        WINDOW,
                        "Draw everything smaller",
                        () -> zoom.set(zoom.get().smaller()),
                        "Ctrl+-"));
        list.add(
                Action.of(
                        "usual-size",
                        WINDOW,
                        "Draw everything in its usual size",
                        () -> zoom.set(Zoom.USUAL),
                        "Ctrl+0"));
        list.add(Action.of("keys", WINDOW, "All keys", window::showKeys, "?"));
        list.add(
                shell.leaveDemo()
                        .map(leave -> Action.of("leave-demo", WINDOW, "Leave the demo", leave))
                        .orElseGet(
                                () ->
                                        Action.of(
                                                "play-demo",
                                                WINDOW,
                                                "Play the demo: a simulated run",
                                                shell::playDemo)));
    }

    private static Action beyondDemo(boolean reaches, Action action) {
        return reaches
                ? action
                : action.unless(() -> Optional.of("There is nothing beyond the demo."));
    }

    /** In the order of the table of keys. */
    List<Action> all() {
        return all;
    }

    Action named(String id) {
        return all.stream().filter(action -> action.id().equals(id)).findFirst().orElseThrow();
    }

    /** What a key is for now. */
    Optional<Action> of(KeyChord chord, KeyMap keys) {
        return keys.find(all, chord);
    }

    /** The titles under which they are listed. */
    Stream<String> parts() {
        return all.stream().map(Action::part).distinct();
    }
}
