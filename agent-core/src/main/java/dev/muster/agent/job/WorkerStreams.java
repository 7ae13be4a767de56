package dev.muster.agent.job;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the workers' stdout and stderr go besides the run's own files, which always have them.
 *
 * @param redirects streams that go into torchrun's log tree and not to the console
 * @param tee streams that go into both
 * @param logDir where torchrun's log tree goes; absent: only into the run's state folder
 */
public record WorkerStreams(StdByRank redirects, StdByRank tee, Optional<Path> logDir) {

    /** All of it on the console, nothing in a log tree. */
    public static final WorkerStreams PLAIN =
            new WorkerStreams(StdByRank.NONE, StdByRank.NONE, Optional.empty());
}
