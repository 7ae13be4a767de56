package dev.muster.gui.fleet;

/** What can be done with a place, or with the list. */
enum Deed {
    TRY_NOW("Try now", "Enter"),
    START_AGENT("Start an agent there", "Enter"),
    DETACH("Detach", "Delete"),
    CLEAR_FILTER("Show all", "Enter");

    private final String words;
    private final String key;

    Deed(String words, String key) {
        this.words = words;
        this.key = key;
    }

    String words() {
        return words;
    }

    /** What does it while its row is selected. */
    String key() {
        return key;
    }
}
