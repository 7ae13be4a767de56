package dev.muster.agent.job;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where the workers' stdout and stderr go besides the run's own files, which always have them.
 *
 * @param redirects streams that go into torchrun's log tree and not to the console
 * @param tee streams that go into both
 * @param logDir where torchrun's log tree goes; absent: only into the run's state folder
 * @param localRanksFilter the only local ranks that the console shows; empty: all of them
 * @param duplicates tee'd lines with any of these texts in them also go into one file for all
 *     workers of the attempt; by stream, without an entry where nothing is duplicated
 * @param prefix of every tee'd line
 */
public record WorkerStreams(
        StdByRank redirects,
        StdByRank tee,
        Optional<Path> logDir,
        Set<Integer> localRanksFilter,
        Map<LogStream, List<String>> duplicates,
        LinePrefix prefix) {

    /** All of it on the console, nothing in a log tree. */
    public static final WorkerStreams PLAIN =
            new WorkerStreams(StdByRank.NONE, StdByRank.NONE, Optional.empty());

    public WorkerStreams {
        localRanksFilter = Set.copyOf(localRanksFilter);
        duplicates = Map.copyOf(duplicates);
    }

    /** Of all local ranks, with nothing duplicated and torchrun's own prefix. */
    public WorkerStreams(StdByRank redirects, StdByRank tee, Optional<Path> logDir) {
        this(redirects, tee, logDir, Set.of(), Map.of(), LinePrefix.DEFAULT);
    }

    /** Whether the stream has its file in torchrun's log tree: a tee'd one is redirected too. */
    public boolean isFiled(LocalRank localRank, LogStream stream) {
        return redirects.of(localRank).or(tee.of(localRank)).has(stream);
    }

    /** Whether the stream is shown line by line, each with its prefix. */
    public boolean isTeed(LocalRank localRank, LogStream stream) {
        return passesFilter(localRank) && tee.of(localRank).has(stream);
    }

    /** Whether the stream is shown as it is. */
    public boolean isPlain(LocalRank localRank, LogStream stream) {
        return passesFilter(localRank) && !isFiled(localRank, stream);
    }

    private boolean passesFilter(LocalRank localRank) {
        return localRanksFilter.isEmpty() || localRanksFilter.contains(localRank.value());
    }
}
