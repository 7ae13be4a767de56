package dev.muster.agent.event;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerFiles;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One start of the group, past or present.
 *
 * @param because why it was started
 * @param endedBecause why it ended; absent while it lasts
 */
public record AttemptView(
        int attempt,
        int restartCount,
        Instant startedAt,
        String because,
        Map<LocalRank, WorkerFiles> files,
        Optional<Rank> culprit,
        Optional<Instant> endedAt,
        Optional<String> endedBecause) {
    public AttemptView {
        files = Map.copyOf(files);
    }
}
