package dev.muster.gui.logs;

/** What came of looking for the next hit or error. */
enum Led {
    THERE,
    /** There, but from the other end of the log on. */
    AROUND,
    NOWHERE;

    /** What is said about it; empty when the screen says enough. */
    String words(Hunt.Quarry quarry, boolean down) {
        return switch (this) {
            case THERE -> "";
            case AROUND -> down ? "went on from the start" : "went on from the end";
            case NOWHERE -> quarry == Hunt.Quarry.ERROR ? "no error here" : "not found";
        };
    }
}
