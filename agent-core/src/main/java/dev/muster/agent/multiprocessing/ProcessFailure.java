package dev.muster.agent.multiprocessing;

import dev.muster.agent.diagnose.ErrorFile;
import dev.muster.agent.diagnose.FailureReport;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * How one process failed (spec/elastic-agent §3.6).
 *
 * @param exitcode as Python has it: the negative number of the signal that ended it
 * @param errorFile what its own error handler wrote; absent when there is none that can be read
 * @param errorFileData the content of that file; torch's placeholder where there is none
 * @param message the error's own, else torch's sentence about how the process ended
 * @param timestamp when it failed: by its error file, else when it was gone
 */
public record ProcessFailure(
        LocalRank localRank,
        long pid,
        int exitcode,
        Optional<Path> errorFile,
        String errorFileData,
        String message,
        Instant timestamp) {
    private static final String NOTHING_SAID = "{\"message\": \"<NONE>\"}";
    private static final String ENDED_BY_ITSELF =
            "{\"message\": \"<NONE>\", \"errorTraits\": {\"category\": \"system_terminated_error\","
                    + " \"retryability\": \"False\"}}";
    private static final String NO_SIGNAL = "<N/A>";

    /**
     * Looks into the process's error file. One that is broken counts as none.
     *
     * @param exit other than success
     * @param errorFile where one would be
     * @param gone when it was gone
     */
    public static ProcessFailure of(
            LocalRank localRank,
            long pid,
            WorkerExit exit,
            Optional<Path> errorFile,
            Instant gone) {
        if (errorFile.map(ErrorFile::read).orElse(new ErrorFile.Reading.Absent())
                instanceof ErrorFile.Reading.Found(var error)) {
            return new ProcessFailure(
                    localRank,
                    pid,
                    exit.pythonCode(),
                    errorFile,
                    error.json(),
                    error.summary(),
                    error.toldAt().orElse(gone));
        }
        return new ProcessFailure(
                localRank,
                pid,
                exit.pythonCode(),
                Optional.empty(),
                exit instanceof WorkerExit.Killed ? NOTHING_SAID : ENDED_BY_ITSELF,
                FailureReport.withoutErrorFile(exit, pid),
                gone);
    }

    /** What the agent found out about a worker, in torch's form. */
    public static ProcessFailure of(WorkerFailure failure) {
        return of(
                failure.localRank(),
                failure.pid(),
                failure.exit(),
                failure.errorFile(),
                failure.at());
    }

    /** The earliest of them, the first where several are: the root cause, as torch sees it. */
    public static Optional<ProcessFailure> first(Collection<ProcessFailure> failures) {
        return failures.stream().min(Comparator.comparing(ProcessFailure::timestamp));
    }

    /** {@code SIGSEGV}; torch's {@code <N/A>} where no signal ended it. */
    public String signalName() {
        if (exitcode >= 0) return NO_SIGNAL;
        var signal = new Signal(-exitcode);
        return signal.isRealTime() ? NO_SIGNAL : signal.name();
    }
}
