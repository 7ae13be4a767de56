package dev.muster.gui.logs;

/** How much attention a line asks for, by what it says of itself. */
enum LineLevel {
    PLAIN,
    WARNING,
    ERROR
}
