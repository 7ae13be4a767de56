package dev.muster.gui.ranks;

/** How much of each rank is shown. */
enum Density {
    /** Number, shape, word, pid, time. */
    CARDS,
    /** Number and shape. */
    CELLS,
    /** Colour and, where something is wrong, shape. */
    HEAT_MAP;

    private static final int MOST_CARDS = 64;
    private static final int MOST_CELLS = 512;

    static Density of(int ranks) {
        if (ranks <= MOST_CARDS) return CARDS;
        return ranks <= MOST_CELLS ? CELLS : HEAT_MAP;
    }
}
