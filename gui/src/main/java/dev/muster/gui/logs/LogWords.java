package dev.muster.gui.logs;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the pane says about what it shows.
 *
 * @param ranks whose output; none for all
 * @param shown the streams whose rows are shown
 * @param states of the streams that are shown as they are, and of the others of their worker
 * @param merged the state of several streams as one; absent when one is shown as it is
 */
record LogWords(
        List<LocalRank> ranks,
        Set<LogStream> shown,
        Map<LogStream, LogState> states,
        Optional<LogState> merged) {
    /** What stands in place of rows when none is left. */
    static final String ALL_HIDDEN =
            "No line passes the filter. Clear the search field or the level to see all.";

    LogWords {
        ranks = List.copyOf(ranks);
        shown = Set.copyOf(shown);
        states = Map.copyOf(states);
    }

    /** Whose output the rows are. */
    String title() {
        return "%s, %s".formatted(who(), streams(" and "));
    }

    private String who() {
        if (ranks.isEmpty()) return "All ranks";
        String names = ranks.stream().map(LocalRank::toString).collect(Collectors.joining(", "));
        return (ranks.size() == 1 ? "Local rank " : "Local ranks ") + names;
    }

    private String streams(String between) {
        return shown.stream().sorted().map(LogStream::word).collect(Collectors.joining(between));
    }

    /** How much a stream has; a dot marks that something is in the one that is not shown. */
    String label(LogStream stream) {
        var state = state(stream);
        if (state.size() == 0) return stream.word();
        return shown.contains(stream)
                ? "%s  %s".formatted(stream.word(), Amounts.bytes(state.size()))
                : "%s  • %s".formatted(stream.word(), amount(state));
    }

    /** The sentence that stands in place of rows; empty when there are rows. */
    String message() {
        var state = state();
        if (state.problem().isPresent()) {
            return "Cannot read %s: %s".formatted(streams(" and "), state.problem().get());
        }
        boolean isEmpty = state.page().isPresent() && state.size() == 0;
        return isEmpty ? nothingYet() : "";
    }

    private LogState state() {
        return merged.orElseGet(
                () -> shown.stream().findFirst().map(this::state).orElse(LogState.UNREAD));
    }

    private String nothingYet() {
        String nothing =
                ranks.isEmpty()
                        ? "No rank has printed anything to %s yet.".formatted(streams(" or "))
                        : "%s %s printed nothing to %s yet."
                                .formatted(
                                        who(), ranks.size() == 1 ? "has" : "have", streams(" or "));
        for (var other : LogStream.values()) {
            if (!shown.contains(other) && state(other).size() > 0) {
                return "%s Its %s has %s.".formatted(nothing, other.word(), amount(state(other)));
            }
        }
        return nothing;
    }

    /** What is odd about what is on the screen; empty when nothing is. */
    String notice() {
        var state = state();
        if (merged.isPresent()) return estimated(state) ? "~ time estimated" : "";
        if (state.cuts() > 0) return "somebody cut the file; this is what it has now";
        boolean noNumbers = !state.linesKnown() && state.size() > LogDocument.COUNTED_WHOLE;
        return noNumbers ? "lines are not numbered in a file this long" : "";
    }

    private static boolean estimated(LogState state) {
        return state.page().stream()
                .flatMap(page -> page.rows().stream())
                .anyMatch(
                        row ->
                                row.origin() instanceof Origin.Printed(_, _, _, var exact)
                                        && !exact);
    }

    private LogState state(LogStream stream) {
        return Optional.ofNullable(states.get(stream)).orElse(LogState.UNREAD);
    }

    private static String amount(LogState state) {
        return state.linesKnown() ? Amounts.lines(state.lines()) : Amounts.bytes(state.size());
    }

    /** What the button says that turns following on and off. */
    static String follow(Follow follow) {
        return switch (follow) {
            case ON -> "follow";
            case PAUSED -> "follow paused";
            case OFF -> "follow off";
        };
    }

    /** How many lines have what is looked for, and how far the search is. */
    static String found(Sifting.Progress progress) {
        String hits = progress.hits() == 0 ? "no line" : Amounts.lines(progress.hits());
        if (progress.done() == 1) return hits;
        return "%s · %d %%".formatted(hits, (int) (100 * progress.done()));
    }

    /** What the button says that leads back to the end; empty when the end is on the screen. */
    static String pill(StreamViewModel stream) {
        if (stream.follow() == Follow.ON || stream.page().isEmpty()) return "";
        if (stream.newLines() > 0) return "↓ " + Amounts.newLines(stream.newLines());
        return stream.page().get().atEnd() ? "" : "↓ end";
    }
}
