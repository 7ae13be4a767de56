package dev.muster.gui.timeline;

import dev.muster.agent.session.ReplayPosition;
import dev.muster.gui.fx.Spans;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Where a recording stands, and what moves it. FX thread. */
final class ReplayViewModel {
    /** How many times as fast as it was. */
    static final List<Double> SPEEDS = List.of(1.0, 4.0, 16.0, 64.0);

    private static final Duration STEP = Duration.ofSeconds(10);

    private final ZoneId zone;
    private Optional<Playback> playback = Optional.empty();
    private double speed = SPEEDS.get(1);

    ReplayViewModel(ZoneId zone) {
        this.zone = zone;
    }

    /** Moves this recording from now on; none where the run is live. */
    void follow(Optional<Playback> shown) {
        playback = shown;
    }

    /** Absent where the run is live. */
    Optional<ReplayPosition> position() {
        return playback.map(Playback::position);
    }

    boolean isPlaying() {
        return position().filter(ReplayPosition::isPlaying).isPresent();
    }

    double speed() {
        return speed;
    }

    void toggle() {
        boolean plays = isPlaying();
        playback.ifPresent(
                recording -> {
                    if (plays) recording.pause();
                    else recording.play(speed);
                });
    }

    void choose(double next) {
        speed = next;
        if (isPlaying()) playback.ifPresent(recording -> recording.play(next));
    }

    /** Goes to this share of the run, 0 … 1. */
    void seek(double fraction) {
        position()
                .ifPresent(
                        now -> {
                            Duration whole = Duration.between(now.first(), now.last());
                            long nanos = (long) (whole.toNanos() * Math.clamp(fraction, 0, 1));
                            seek(now.first().plusNanos(nanos));
                        });
    }

    void seek(Instant time) {
        playback.ifPresent(recording -> recording.seek(time));
    }

    /** So many steps on; back when negative. */
    void step(int steps) {
        position().ifPresent(now -> seek(now.time().plus(STEP.multipliedBy(steps))));
    }

    /** {@code 12:04:31.120 · 4 min 31 s of 12 min 31 s · event 14}. */
    String words() {
        return position()
                .map(
                        now ->
                                "%s · %s of %s · event %,d"
                                        .formatted(
                                                TimeWords.exact(now.time(), zone),
                                                span(now.first(), now.time()),
                                                span(now.first(), now.last()),
                                                now.seq()))
                .orElse("");
    }

    private static String span(Instant from, Instant to) {
        return Spans.words(Duration.between(from, to));
    }
}
