package dev.muster.gui.logs;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Whose output is looked at.
 *
 * @param attempt the one that is looked at
 * @param selected the ranks that are, at least one
 * @param first the stream to look at, unless somebody has picked one
 * @param parts every attempt up to that one, the first first
 */
public record LogScope(
        RunId run, int attempt, List<LocalRank> selected, LogStream first, List<Part> parts) {
    public LogScope {
        selected = List.copyOf(selected);
        parts = List.copyOf(parts);
        if (selected.isEmpty()) throw new IllegalArgumentException("no rank (expected: some)");
    }

    /**
     * One attempt.
     *
     * @param startedAt when, and {@code because} why
     */
    public record Part(int attempt, Instant startedAt, String because, List<Writer> writers) {
        public Part {
            writers = List.copyOf(writers);
        }
    }

    /**
     * One worker of an attempt.
     *
     * @param until when it wrote last at most; absent while it may be writing
     */
    public record Writer(Rank rank, LocalRank localRank, Instant from, Optional<Instant> until) {}

    /** One worker and nothing around it. */
    public static LogScope of(RunId run, int attempt, LocalRank localRank, LogStream first) {
        return new LogScope(run, attempt, List.of(localRank), first, List.of());
    }
}
