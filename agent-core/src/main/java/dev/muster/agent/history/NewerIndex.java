package dev.muster.agent.history;

/** The index was made by a newer version, which goes on needing it. */
final class NewerIndex extends Exception {
    private static final long serialVersionUID = 1L;

    NewerIndex(int version) {
        super("version %d (expected: <= %d)".formatted(version, HistoryIndex.VERSION));
    }
}
