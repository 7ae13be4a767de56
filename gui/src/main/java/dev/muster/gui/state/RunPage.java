package dev.muster.gui.state;

import dev.muster.gui.fx.TakesFocus;

import javafx.scene.layout.Region;

/**
 * A page about the run that is looked at, beside others of which one is in sight at a time. FX
 * thread.
 */
public interface RunPage extends TakesFocus {
    /** The page; always the same one. */
    Region node();

    /** Called when the page comes into sight, and with all news and every tick while it is. */
    void show(RunFocus focus);

    /** Out of sight until it is shown again: nothing may be computed or asked for until then. */
    void hide();

    /** The window closes; nothing follows. */
    default void close() {
        hide();
    }
}
