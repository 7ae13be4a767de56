package dev.muster.gui.run;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.RunStanding;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds the sentence for a run. A waiting state says for whom, since when, and what comes next. */
final class Sentences {
    private static final int NAMED_RANKS = 4;

    private Sentences() {}

    static Sentence of(JobSnapshot run, Instant now) {
        return switch (run.phase()) {
            case GATHERING -> new Sentence(Mark.STARTING, "Gathering", gathering(run), true);
            case FINISHING -> new Sentence(Mark.STOPPING, "Finishing", because(run), true);
            case STARTING ->
                    new Sentence(Mark.STARTING, again("Starting", run), because(run), false);
            case RUNNING -> {
                var silent = RunStanding.silent(run);
                yield silent.isEmpty()
                        ? new Sentence(Mark.RUNNING, again("Running", run), because(run), false)
                        : silence(run, silent, now);
            }
            case PAUSING -> new Sentence(Mark.STARTING, "Restart paused", because(run), true);
            case STOPPING -> new Sentence(Mark.STOPPING, "Stopping", stopping(run), true);
            case ENDED ->
                    run.end()
                            .map(end -> ended(run, end))
                            .orElseGet(
                                    () -> new Sentence(Mark.STOPPED, "Over", because(run), false));
        };
    }

    private static Sentence silence(JobSnapshot run, List<WorkerView> silent, Instant now) {
        String quiet = Spans.words(RunStanding.quietFor(silent.getFirst(), now));
        String who = names(silent.stream().map(WorkerView::rank).sorted().toList());
        boolean one = silent.size() == 1;
        return new Sentence(
                Mark.SILENT,
                "%s %s silent".formatted(who, one ? "is" : "are"),
                one
                        ? ": last output %s ago. It still runs; nothing is done unless you stop or"
                                        .formatted(quiet)
                                + " restart %s.".formatted(group(run))
                        : ": last output up to %s ago. They still run; nothing is done unless you"
                                        .formatted(quiet)
                                + " stop or restart %s.".formatted(group(run)),
                true);
    }

    private static String group(JobSnapshot run) {
        return run.workers().size() == 1 ? "it" : "the group";
    }

    private static Sentence ended(JobSnapshot run, JobSnapshot.End end) {
        Mark mark =
                switch (end.outcome()) {
                    case SUCCEEDED -> Mark.DONE;
                    case FAILED -> Mark.FAILED;
                    case STOPPED -> Mark.STOPPED;
                };
        String lead =
                switch (end.outcome()) {
                    case SUCCEEDED -> "Done";
                    case FAILED -> "Failed";
                    case STOPPED -> "Stopped";
                };
        return new Sentence(
                mark, lead, after(lead, run.because()), end.outcome() == Outcome.FAILED);
    }

    /** The reason that follows is one of the past when the group was started before. */
    private static String again(String lead, JobSnapshot run) {
        return run.attempts().size() > 1 ? lead + " again" : lead;
    }

    private static String because(JobSnapshot run) {
        return ": " + run.because();
    }

    /** Does not say "Gathering: gathering". */
    private static String gathering(JobSnapshot run) {
        return because(run).replaceFirst("^: gathering: ", ": ");
    }

    /** What is still under way is not "stopped by you" yet. */
    private static String stopping(JobSnapshot run) {
        return because(run).replaceFirst("^: stopped by ", ": asked for by ");
    }

    /** Does not say "Stopped: stopped by you". */
    private static String after(String lead, String because) {
        return because.toLowerCase(Locale.ROOT).startsWith(lead.toLowerCase(Locale.ROOT) + " ")
                ? because.substring(lead.length())
                : ": " + because;
    }

    /** {@code Rank 5}, {@code Ranks 1, 2 and 5}, {@code 12 ranks}. */
    private static String names(List<Rank> ranks) {
        if (ranks.size() == 1) return "Rank " + ranks.getFirst();
        if (ranks.size() > NAMED_RANKS) return ranks.size() + " ranks";
        return "Ranks %s and %s"
                .formatted(
                        ranks.subList(0, ranks.size() - 1).stream()
                                .map(Rank::toString)
                                .collect(Collectors.joining(", ")),
                        ranks.getLast());
    }
}
