package dev.muster.gui.logs;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;

import java.util.Map;
import java.util.Optional;

/**
 * What the pane says about a worker's streams.
 *
 * @param selected the stream whose rows are shown
 */
record LogWords(LocalRank rank, LogStream selected, Map<LogStream, LogState> states) {
    /** What stands in place of rows when none is left. */
    static final String ALL_HIDDEN =
            "No line passes the filter. Clear the search field or the level to see all.";

    LogWords {
        states = Map.copyOf(states);
    }

    /** Whose output the rows are. */
    String title() {
        return "Local rank %s, %s".formatted(rank, selected.word());
    }

    /** How much a stream has; a dot marks that something is in the one that is not shown. */
    String label(LogStream stream) {
        var state = state(stream);
        if (state.size() == 0) return stream.word();
        return stream == selected
                ? "%s  %s".formatted(stream.word(), Amounts.bytes(state.size()))
                : "%s  • %s".formatted(stream.word(), amount(state));
    }

    /** The sentence that stands in place of rows; empty when there are rows. */
    String message() {
        var state = state(selected);
        if (state.problem().isPresent()) {
            return "Cannot read %s: %s".formatted(selected.word(), state.problem().get());
        }
        boolean isEmpty = state.page().isPresent() && state.size() == 0;
        return isEmpty ? nothingYet() : "";
    }

    private String nothingYet() {
        var other = selected == LogStream.STDOUT ? LogStream.STDERR : LogStream.STDOUT;
        String nothing =
                "Local rank %s has printed nothing to %s yet.".formatted(rank, selected.word());
        if (state(other).size() == 0) return nothing;
        return "%s Its %s has %s.".formatted(nothing, other.word(), amount(state(other)));
    }

    /** What is odd about the file; empty when nothing is. */
    String notice() {
        var state = state(selected);
        if (state.cuts() > 0) return "somebody cut the file; this is what it has now";
        boolean noNumbers = !state.linesKnown() && state.size() > LogDocument.COUNTED_WHOLE;
        return noNumbers ? "lines are not numbered in a file this long" : "";
    }

    private LogState state(LogStream stream) {
        return Optional.ofNullable(states.get(stream)).orElse(LogState.UNREAD);
    }

    private static String amount(LogState state) {
        return state.linesKnown() ? Amounts.lines(state.lines()) : Amounts.bytes(state.size());
    }

    /** How many lines have what is looked for, and how far the search is. */
    static String found(Sifting.Progress progress) {
        String hits = progress.hits() == 0 ? "no line" : Amounts.lines(progress.hits());
        if (progress.done() == 1) return hits;
        return "%s · %d %%".formatted(hits, (int) (100 * progress.done()));
    }

    /** What the button says that turns following on and off. */
    static String follow(Follow follow) {
        return switch (follow) {
            case ON -> "follow";
            case PAUSED -> "follow paused";
            case OFF -> "follow off";
        };
    }

    /** What the button says that leads back to the end; empty when the end is on the screen. */
    static String pill(StreamViewModel stream) {
        if (stream.follow() == Follow.ON || stream.page().isEmpty()) return "";
        if (stream.newLines() > 0) return "↓ " + Amounts.newLines(stream.newLines());
        return stream.page().get().atEnd() ? "" : "↓ end";
    }
}
