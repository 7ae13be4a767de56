package dev.muster.gui.state;

import dev.muster.gui.fx.Mark;

/** The shape and the words of a state. */
public record Standing(Mark mark, String words) {}
