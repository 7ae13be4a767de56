package dev.muster.gui;

import dev.muster.agent.event.AttemptView;

/**
 * An attempt to choose from.
 *
 * @param number as commands and folders count, from 0
 * @param hint what became of it
 */
record AttemptChip(int number, String hint) {
    static AttemptChip of(AttemptView attempt) {
        String what = attempt.endedBecause().orElse(attempt.because());
        return new AttemptChip(
                attempt.attempt(), "Log of attempt %d: %s".formatted(attempt.attempt() + 1, what));
    }

    /** As people count, from 1. */
    String label() {
        return Integer.toString(number + 1);
    }
}
