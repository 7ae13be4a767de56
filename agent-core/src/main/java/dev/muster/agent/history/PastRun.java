package dev.muster.agent.history;

import dev.muster.agent.job.RunId;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One run as the list of all runs shows it.
 *
 * @param name of the script, module, program or function; empty when its folder does not tell
 * @param arguments behind it, as a shell takes them
 * @param host where its agent ran; empty when its folder does not tell
 * @param exitCode what {@code muster run} ended with
 * @param workers of this node
 * @param attempts how often the group was started
 * @param restarts what failures have cost of them
 * @param because the latest sentence about it
 * @param bytes what its folder holds, logs and all
 * @param logDir where the user wanted its logs instead; those are not deleted with the run
 * @param damage what of its journal cannot be read, in a sentence
 */
public record PastRun(
        RunId run,
        RunState state,
        String name,
        String arguments,
        String host,
        Instant startedAt,
        Optional<Instant> endedAt,
        Optional<Integer> exitCode,
        int workers,
        int attempts,
        int restarts,
        String because,
        long bytes,
        Optional<Path> logDir,
        Optional<String> damage) {

    /** How long it took, or has taken up to {@code now}; absent where nobody knows the end. */
    public Optional<Duration> duration(Instant now) {
        if (endedAt.isPresent()) return endedAt.map(end -> Duration.between(startedAt, end));
        return state == RunState.RUNNING
                ? Optional.of(Duration.between(startedAt, now))
                : Optional.empty();
    }

    PastRun withState(RunState other) {
        return new PastRun(
                run, other, name, arguments, host, startedAt, endedAt, exitCode, workers, attempts,
                restarts, because, bytes, logDir, damage);
    }
}
