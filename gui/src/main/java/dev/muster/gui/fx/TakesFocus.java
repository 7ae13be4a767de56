package dev.muster.gui.fx;

/** Knows which of its controls the keyboard should start at. */
public interface TakesFocus {
    void takeFocus();
}
