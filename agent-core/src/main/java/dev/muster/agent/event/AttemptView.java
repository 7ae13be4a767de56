package dev.muster.agent.event;

import dev.muster.agent.event.AgentEvent.AttemptEnded;
import dev.muster.agent.event.AgentEvent.AttemptStarted;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.job.WorkerFiles;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One start of the group, past or present.
 *
 * @param because why it was started
 * @param endedBecause why it ended; absent while it lasts
 * @param stuck the worker that was found in a wait which nothing can end
 * @param failures why it failed, the culprit's first; empty where nobody failed, or while it lasts
 */
public record AttemptView(
        int attempt,
        int restartCount,
        Instant startedAt,
        String because,
        Map<LocalRank, WorkerFiles> files,
        Optional<Rank> stuck,
        Optional<Rank> culprit,
        Optional<Instant> endedAt,
        Optional<String> endedBecause,
        List<WorkerFailure> failures) {
    public AttemptView {
        files = Map.copyOf(files);
        failures = List.copyOf(failures);
    }

    static AttemptView of(AttemptStarted started) {
        return new AttemptView(
                started.attempt(),
                started.restartCount(),
                started.at(),
                started.because(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    AttemptView withFiles(LocalRank localRank, WorkerFiles itsFiles) {
        var more = new HashMap<LocalRank, WorkerFiles>(files);
        more.put(localRank, itsFiles);
        return new AttemptView(
                attempt,
                restartCount,
                startedAt,
                because,
                more,
                stuck,
                culprit,
                endedAt,
                endedBecause,
                failures);
    }

    AttemptView withStuck(Rank found) {
        return new AttemptView(
                attempt,
                restartCount,
                startedAt,
                because,
                files,
                Optional.of(found),
                culprit,
                endedAt,
                endedBecause,
                failures);
    }

    AttemptView withFailures(List<WorkerFailure> found) {
        return new AttemptView(
                attempt,
                restartCount,
                startedAt,
                because,
                files,
                stuck,
                culprit,
                endedAt,
                endedBecause,
                found);
    }

    AttemptView after(AttemptEnded ended) {
        return new AttemptView(
                attempt,
                restartCount,
                startedAt,
                because,
                files,
                stuck,
                ended.culprit(),
                Optional.of(ended.at()),
                Optional.of(ended.because()),
                failures);
    }
}
