package dev.muster.gui.fx;

import javafx.animation.AnimationTimer;

/**
 * Waits until frames were drawn, and not only asked for: a pulse begins when the one before is on
 * the screen. FX thread.
 */
public final class FirstFrames extends AnimationTimer {
    private static final int ENOUGH = 20;

    private final Runnable then;
    private int frames;

    private FirstFrames(Runnable then) {
        this.then = then;
    }

    /** Calls {@code then} once. */
    public static void then(Runnable then) {
        new FirstFrames(then).start();
    }

    @Override
    public void handle(long now) {
        frames++;
        if (frames < ENOUGH) return;
        stop();
        then.run();
    }
}
