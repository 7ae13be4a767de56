package dev.muster.gui.stacks;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sentences of the page. */
final class StackWords {
    static final String FIRST =
            "See where every rank stands: which function, which line, and who stands elsewhere than"
                    + " the rest.\nPress S to ask all ranks, Shift+S to ask the selected one. It"
                    + " does not disturb them.";
    static final String NOBODY = "No worker runs now, so nobody can be asked where it stands.";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final ZoneId zone;

    StackWords(ZoneId zone) {
        this.zone = zone;
    }

    String time(Instant at) {
        return TIME.format(at.atZone(zone));
    }

    /** {@code 12:04:31 · 8 ranks}. */
    String label(Taking taking) {
        return "%s · %s".formatted(time(taking.at()), taking.whom());
    }

    String asking(String whom, Duration since) {
        return since.toSeconds() < 1
                ? "Asking %s…".formatted(whom)
                : "Asking %s… %d s".formatted(whom, since.toSeconds());
    }

    /** {@code 12:04:31 · took 0.1 s · 8 told: 8 by control socket}. */
    String facts(Taking taking) {
        String ways =
                taking.ways().entrySet().stream()
                        .map(
                                way ->
                                        "%d by %s"
                                                .formatted(
                                                        way.getValue().size(),
                                                        Rungs.name(way.getKey())))
                        .collect(Collectors.joining(", "));
        int untold = taking.untold().size();
        return "%s · took %s · %d of %d told%s"
                .formatted(
                        time(taking.at()),
                        seconds(taking.took()),
                        taking.told().size(),
                        taking.told().size() + untold,
                        ways.isEmpty() ? "" : ": " + ways);
    }

    String compared(Comparison with) {
        return "Since %s, %s before: %s"
                .formatted(time(with.since()), seconds(with.between()), with.words());
    }

    /** With one digit below ten seconds. */
    static String seconds(Duration time) {
        double seconds = time.toMillis() / 1000.0;
        if (seconds < 10) return String.format(Locale.ROOT, "%.1f s", seconds);
        if (seconds < 120) return "%d s".formatted(time.toSeconds());
        return "%d min".formatted(time.toMinutes());
    }

    /** Why a question was not answered. */
    static String sentence(Throwable broken) {
        String message = Optional.ofNullable(broken.getMessage()).orElse(broken.toString());
        return "Nobody could be asked: %s%s".formatted(message, message.endsWith(".") ? "" : ".");
    }
}
