package dev.muster.gui.fx;

import javafx.animation.AnimationTimer;
import javafx.application.Platform;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Carries the newest value to the FX thread at most once per pulse, and sleeps while nothing
 * changes. Values in between are skipped, so a value must contain its past.
 */
public final class LatestPerPulse<T> extends AnimationTimer implements Consumer<T> {
    private final AtomicReference<@Nullable T> latest = new AtomicReference<>();
    private final Consumer<? super T> onPulse;

    public LatestPerPulse(Consumer<? super T> onPulse) {
        this.onPulse = onPulse;
    }

    /** Any thread. */
    @Override
    public void accept(T value) {
        if (latest.getAndSet(value) == null) Platform.runLater(this::start);
    }

    /** FX thread, once per pulse. */
    @Override
    public void handle(long now) {
        T value = latest.getAndSet(null);
        if (value == null) {
            stop();
        } else {
            onPulse.accept(value);
        }
    }
}
