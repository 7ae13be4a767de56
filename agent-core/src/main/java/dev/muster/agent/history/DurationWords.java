package dev.muster.agent.history;

import java.time.Duration;

/** How long something took, as people say it: its two largest units. */
public final class DurationWords {
    private DurationWords() {}

    public static String of(Duration took) {
        if (took.toMinutes() == 0) return "%.1f s".formatted(took.toMillis() / 1000.0);
        if (took.toHours() == 0) {
            return "%d min %d s".formatted(took.toMinutes(), took.toSecondsPart());
        }
        return took.toDays() == 0
                ? "%d h %d min".formatted(took.toHours(), took.toMinutesPart())
                : "%d d %d h".formatted(took.toDays(), took.toHoursPart());
    }
}
