package dev.muster.agent.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which runs to list, newest first.
 *
 * @param words all of which are somewhere in the run's id, script, arguments, host or sentences,
 *     whatever their case
 * @param states any of these; empty: all
 * @param from started then or later
 * @param to started before
 * @param most how many at most, 1 …
 */
public record HistoryQuery(
        List<String> words,
        Set<RunState> states,
        Optional<Instant> from,
        Optional<Instant> to,
        int most) {
    /** All runs. */
    public static final HistoryQuery EVERYTHING =
            new HistoryQuery(
                    List.of(), Set.of(), Optional.empty(), Optional.empty(), Integer.MAX_VALUE);

    public HistoryQuery {
        words = List.copyOf(words);
        states = Set.copyOf(states);
        if (most < 1) throw new IllegalArgumentException("most: " + most + " (expected: >= 1)");
    }

    /** The same, but with these words, which blanks part. */
    public HistoryQuery withWords(String text) {
        List<String> parts =
                Stream.of(text.split("\\s+", -1)).filter(word -> !word.isEmpty()).toList();
        return new HistoryQuery(parts, states, from, to, most);
    }

    public HistoryQuery withStates(Set<RunState> others) {
        return new HistoryQuery(words, others, from, to, most);
    }

    /** The same, but only what was started in this time. */
    public HistoryQuery between(Optional<Instant> first, Optional<Instant> behindLast) {
        return new HistoryQuery(words, states, first, behindLast, most);
    }

    public HistoryQuery atMost(int runs) {
        return new HistoryQuery(words, states, from, to, runs);
    }
}
