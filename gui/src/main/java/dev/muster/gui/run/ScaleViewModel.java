package dev.muster.gui.run;

import dev.muster.agent.command.CommandOutcome;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** How many nodes a job is to have from now on. FX thread. */
final class ScaleViewModel {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    /** Asks the agent; what it says arrives on the FX thread. */
    interface Scaling {
        CompletionStage<CommandOutcome> scale(int min, int max);
    }

    private final Scaling scaling;
    private final Runnable onDone;
    private final InstantSource clock;
    private final ZoneId zone;
    private final StringProperty min;
    private final StringProperty max;
    private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper waiting = new ReadOnlyStringWrapper("");

    /**
     * @param onDone is called when the agent has agreed
     * @param zone the one whose clock people read
     */
    ScaleViewModel(
            int min, int max, Scaling scaling, Runnable onDone, InstantSource clock, ZoneId zone) {
        this.min = new SimpleStringProperty(Integer.toString(min));
        this.max = new SimpleStringProperty(Integer.toString(max));
        this.scaling = scaling;
        this.onDone = onDone;
        this.clock = clock;
        this.zone = zone;
        this.min.subscribe((_, _) -> problem.set(""));
        this.max.subscribe((_, _) -> problem.set(""));
    }

    StringProperty min() {
        return min;
    }

    StringProperty max() {
        return max;
    }

    /** A whole sentence; empty while nothing is wrong. */
    ReadOnlyStringProperty problem() {
        return problem.getReadOnlyProperty();
    }

    /** For whom is waited and since when; empty while nobody is. */
    ReadOnlyStringProperty waiting() {
        return waiting.getReadOnlyProperty();
    }

    void scale() {
        Optional<Integer> fewest = number(min.get());
        Optional<Integer> most = number(max.get());
        if (fewest.isEmpty() || most.isEmpty()) {
            problem.set("Both are whole numbers of nodes, 1 or more.");
        } else if (most.get() < fewest.get()) {
            problem.set("The maximum is less than the minimum.");
        } else if (waiting.get().isEmpty()) {
            Instant since = clock.instant();
            waiting.set(
                    "Waiting for the agent since %s…".formatted(TIME.format(since.atZone(zone))));
            scaling.scale(fewest.get(), most.get()).whenComplete(this::answered);
        }
    }

    private void answered(@Nullable CommandOutcome outcome, @Nullable Throwable broken) {
        waiting.set("");
        if (outcome instanceof CommandOutcome.Accepted) {
            onDone.run();
        } else {
            String why = outcome == null ? String.valueOf(broken) : outcome.because();
            problem.set("Not done: %s.".formatted(why));
        }
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.parseInt(text.strip())).filter(nodes -> nodes >= 1);
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
