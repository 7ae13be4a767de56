package dev.muster.gui;

import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;

import java.util.Optional;

/** The keys of the window. The key table shows them in this order. */
enum Shortcut {
    NEW_RUN(
            "Ctrl+N",
            "Launch a new run",
            new KeyCodeCombination(KeyCode.N, KeyCombination.CONTROL_DOWN)),
    RESTART(
            "Ctrl+R",
            "Restart the group, or run again what is over",
            new KeyCodeCombination(KeyCode.R, KeyCombination.CONTROL_DOWN)),
    STOP(
            "Ctrl+.",
            "Stop the run; among other nodes, or leave them the job",
            new KeyCodeCombination(KeyCode.PERIOD, KeyCombination.CONTROL_DOWN)),
    SKIP_WAITING(
            "Ctrl+E",
            "Do not wait for other nodes once the workers here are done",
            new KeyCodeCombination(KeyCode.E, KeyCombination.CONTROL_DOWN)),
    NEXT_PANE("F6", "Next pane: runs, ranks, dock", new KeyCodeCombination(KeyCode.F6)),
    PREVIOUS_PANE(
            "Shift+F6",
            "Previous pane",
            new KeyCodeCombination(KeyCode.F6, KeyCombination.SHIFT_DOWN)),
    FILTER(
            "Ctrl+Shift+F",
            "Filter the runs",
            new KeyCodeCombination(
                    KeyCode.F, KeyCombination.CONTROL_DOWN, KeyCombination.SHIFT_DOWN)),
    ATTACH(
            "Ctrl+Shift+A",
            "Attach another machine, or watch a torchrun job",
            new KeyCodeCombination(
                    KeyCode.A, KeyCombination.CONTROL_DOWN, KeyCombination.SHIFT_DOWN)),
    SETTINGS(
            "Ctrl+,",
            "Settings",
            new KeyCodeCombination(KeyCode.COMMA, KeyCombination.CONTROL_DOWN)),
    THEME(
            "Ctrl+T",
            "Dark or light",
            new KeyCodeCombination(KeyCode.T, KeyCombination.CONTROL_DOWN));

    private final String keys;
    private final String does;
    private final KeyCombination combination;

    Shortcut(String keys, String does, KeyCombination combination) {
        this.keys = keys;
        this.does = does;
        this.combination = combination;
    }

    String keys() {
        return keys;
    }

    String does() {
        return does;
    }

    static Optional<Shortcut> of(KeyEvent key) {
        for (var shortcut : values()) {
            if (shortcut.combination.match(key)) return Optional.of(shortcut);
        }
        return Optional.empty();
    }
}
