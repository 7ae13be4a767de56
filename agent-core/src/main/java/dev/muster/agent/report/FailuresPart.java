package dev.muster.agent.report;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.WorkerFailure;

import java.util.List;

/** Who failed, who of them first, and in what words. */
final class FailuresPart {
    private static final int MOST_ATTEMPTS = 20;
    private static final int MOST_OF_AN_ATTEMPT = 16;
    private static final int MOST_LINES = 200;

    private FailuresPart() {}

    static void write(Html html, JobSnapshot last) {
        List<AttemptView> failed =
                last.attempts().reversed().stream()
                        .filter(attempt -> !attempt.failures().isEmpty())
                        .toList();
        if (failed.isEmpty()) return;
        html.open("section").element("h2", "Failures");
        for (AttemptView attempt : failed.stream().limit(MOST_ATTEMPTS).toList()) {
            if (failed.size() > 1 || last.attempts().size() > 1) {
                html.element("h3", "Attempt " + attempt.attempt());
            }
            write(html, attempt.failures());
        }
        more(html, failed.size() - MOST_ATTEMPTS, "failed attempts");
        html.close("section");
    }

    /** Those that the agent stopped because of the others are only named. */
    private static void write(Html html, List<WorkerFailure> failures) {
        List<WorkerFailure> own = failures.stream().filter(FailuresPart::isOwn).toList();
        for (int i = 0; i < Math.min(own.size(), MOST_OF_AN_ATTEMPT); i++) {
            write(html, own.get(i), own.get(i).equals(failures.getFirst()));
        }
        more(html, own.size() - MOST_OF_AN_ATTEMPT, "failed workers");
        List<String> stopped =
                failures.stream()
                        .filter(failure -> !isOwn(failure))
                        .map(failure -> failure.rank().toString())
                        .toList();
        if (stopped.isEmpty()) return;
        String ranks = String.join(", ", stopped.subList(0, Math.min(64, stopped.size())));
        html.element("p", "Stopped because of that: rank " + ranks, "class", "note");
    }

    static boolean isOwn(WorkerFailure failure) {
        return !(failure.cause() instanceof FailureCause.Stopped);
    }

    private static void write(Html html, WorkerFailure failure, boolean rootCause) {
        html.open("article", "class", rootCause ? "failure root" : "failure");
        html.open("h4");
        html.element("span", "rank " + failure.rank(), "class", "rank");
        html.text(" " + failure.inWords());
        if (rootCause) html.element("em", "root cause");
        html.close("h4");
        html.element(
                "p",
                "local rank %s · pid %d".formatted(failure.localRank(), failure.pid()),
                "class",
                "facts");
        if (!failure.lastWords().isEmpty()) {
            html.open("pre");
            failure.lastWords().stream()
                    .limit(MOST_LINES)
                    .forEach(line -> html.text(line).raw("\n"));
            html.close("pre");
        }
        html.close("article");
    }

    private static void more(Html html, int left, String what) {
        if (left > 0) html.element("p", "and %d more %s".formatted(left, what), "class", "note");
    }
}
