package dev.muster.agent.diagnose;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The report torchrun ends a failed job with, word for word (spec/elastic-agent §3.6): people know
 * it, and tools look for it.
 */
public final class FailureReport {
    private static final String HEADING =
            "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ";
    private static final String ABSENT = "<N/A>";
    private static final String NO_TRACEBACK =
            "To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html";
    private static final int WIDEST = 60;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'_'HH:mm:ss", Locale.ROOT);

    private FailureReport() {}

    /**
     * The lines of the report. Reads the workers' error files once more, for their whole texts.
     *
     * @param name the script, module or program
     * @param host what this machine calls itself
     * @param failures the root cause first
     */
    public static List<String> lines(
            String name, String host, List<WorkerFailure> failures, ZoneId zone) {
        var blocks = new ArrayList<List<String>>();
        for (int i = 0; i < failures.size(); i++) {
            blocks.add(block(i, failures.get(i), host, zone));
        }
        String title = name + " FAILED";
        int widest =
                blocks.stream()
                        .flatMap(List::stream)
                        .mapToInt(FailureReport::width)
                        .reduce(width(title), Math::max);
        int width = Math.min(widest, WIDEST);
        var report = new ArrayList<>(List.of(HEADING, "=".repeat(width), title));
        report.addAll(List.of("-".repeat(width), "Failures:"));
        if (blocks.size() == 1) report.add("  <NO_OTHER_FAILURES>");
        blocks.stream().skip(1).forEach(report::addAll);
        report.addAll(List.of("-".repeat(width), "Root Cause (first observed failure):"));
        report.addAll(blocks.getFirst());
        report.add("=".repeat(width));
        return report;
    }

    private static List<String> block(int place, WorkerFailure failure, String host, ZoneId zone) {
        String text =
                """
                [%d]:
                  time      : %s
                  host      : %s
                  rank      : %s (local_rank: %s)
                  exitcode  : %d (pid: %d) %s
                  error_file: %s
                  traceback : %s\
                """
                        .formatted(
                                place,
                                time(failure.toldAt(), zone),
                                host,
                                failure.rank(),
                                failure.localRank(),
                                failure.exit().pythonCode(),
                                failure.pid(),
                                signalOf(failure.exit()),
                                failure.errorFile().map(Path::toString).orElse(ABSENT),
                                traceback(failure));
        return List.of(text.split("\n", -1));
    }

    private static String time(Instant at, ZoneId zone) {
        return TIME.format(at.atZone(zone));
    }

    private static String traceback(WorkerFailure failure) {
        return failure.errorFile()
                .map(ErrorFile::read)
                .filter(ErrorFile.Reading.Found.class::isInstance)
                .map(found -> told(((ErrorFile.Reading.Found) found).file()))
                .orElseGet(() -> withoutErrorFile(failure));
    }

    /** Only the recorded shape is indented. */
    private static String told(ErrorFile file) {
        return file.shape() == ErrorFile.Shape.PLAIN
                ? file.text()
                : file.text().replace("\n", "\n  ");
    }

    /** Where torch has nothing but the advice to leave one, a full disk is better news. */
    private static String withoutErrorFile(WorkerFailure failure) {
        return failure.cause() instanceof FailureCause.WriteFailed(var evidence)
                ? evidence
                : withoutErrorFile(failure.exit(), failure.pid());
    }

    /** What torch says of a process that left no error file. */
    public static String withoutErrorFile(WorkerExit exit, long pid) {
        return switch (exit) {
            case WorkerExit.Killed(var signal, _) ->
                    "Signal %d (%s) received by PID %d"
                            .formatted(
                                    signal.number(),
                                    signal.isRealTime() ? ABSENT : signal.name(),
                                    pid);
            case WorkerExit.NeverStarted(var reason) -> reason;
            case WorkerExit.Unkillable _ -> "PID %d goes on after SIGKILL".formatted(pid);
            case WorkerExit.Failed _, WorkerExit.Succeeded _ -> NO_TRACEBACK;
        };
    }

    private static String signalOf(WorkerExit exit) {
        return exit instanceof WorkerExit.Killed(var signal, _) && !signal.isRealTime()
                ? " (" + signal.name() + ")"
                : "";
    }

    private static int width(String line) {
        return line.codePointCount(0, line.length());
    }
}
