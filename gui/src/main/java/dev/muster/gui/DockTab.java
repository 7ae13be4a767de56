package dev.muster.gui;

import java.util.Optional;

/** What the dock can show, in the order of its tabs. */
enum DockTab {
    LOGS("Logs", "What the selected rank printed", true),
    TIMELINE("Timeline", "When each rank and node was there, and how that ended", false),
    FAILURE("Failure", "Why an attempt failed, and what to do next", false),
    STACKS("Stacks", "Where every rank stands", false),
    EVENTS("Events", "All that happened, in its order", false),
    USAGE("Usage", "What the workers use over time", false),
    STORE("Store", "Keys of the workers' store, its clients and their waits", false);

    private final String word;
    private final String hint;
    private final boolean ofOneAttempt;

    DockTab(String word, String hint, boolean ofOneAttempt) {
        this.word = word;
        this.hint = hint;
        this.ofOneAttempt = ofOneAttempt;
    }

    /** What stands on the tab. */
    String word() {
        return word;
    }

    /** What the page shows. */
    String hint() {
        return hint;
    }

    /** Whether the page is about one attempt, which can be picked. */
    boolean isOfOneAttempt() {
        return ofOneAttempt;
    }

    /** The tab so many places further; the first follows the last. */
    DockTab next(int places) {
        return values()[Math.floorMod(ordinal() + places, values().length)];
    }

    /** The tab of that word; absent when it is none of ours. */
    static Optional<DockTab> named(String word) {
        for (var tab : values()) {
            if (tab.word.equals(word)) return Optional.of(tab);
        }
        return Optional.empty();
    }
}
