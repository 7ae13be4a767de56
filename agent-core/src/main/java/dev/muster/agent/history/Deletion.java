package dev.muster.agent.history;

import dev.muster.agent.job.RunId;

import java.nio.file.Path;
import java.util.Optional;

/** What became of the wish to delete a run. */
public sealed interface Deletion {
    RunId run();

    /**
     * It is gone, with the logs in its own folder.
     *
     * @param logsLeft the log directory that the user had named for it, which was left alone
     */
    record Deleted(RunId run, long bytes, Optional<Path> logsLeft) implements Deletion {}

    /** Nothing was deleted. */
    record Refused(RunId run, String because) implements Deletion {}
}
