package dev.muster.gui.failure;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition.Ended;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.gui.failure.FailureCard.Victim;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.WorkerStanding;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Puts together what is known of an attempt's failure. */
final class FailureCards {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private final JobSnapshot run;
    private final AttemptView attempt;
    private final ZoneId zone;

    private FailureCards(JobSnapshot run, AttemptView attempt, ZoneId zone) {
        this.run = run;
        this.attempt = attempt;
        this.zone = zone;
    }

    /** Whether there is anything to say of an attempt. */
    static boolean hasFailed(JobSnapshot run, AttemptView attempt) {
        return !attempt.failures().isEmpty()
                || attempt.culprit().isPresent()
                || isUnderWay(run, attempt) && WorkerStanding.culprit(run).isPresent();
    }

    /** Absent when the attempt has not failed. */
    static Optional<FailureCard> of(JobSnapshot run, AttemptView attempt, ZoneId zone) {
        if (!hasFailed(run, attempt)) return Optional.empty();
        var cards = new FailureCards(run, attempt, zone);
        return Optional.of(
                attempt.failures().isEmpty()
                        ? cards.unexplained()
                        : cards.explained(attempt.failures().getFirst()));
    }

    private static boolean isUnderWay(JobSnapshot run, AttemptView attempt) {
        return attempt.endedAt().isEmpty() && attempt.attempt() == run.attemptNumber();
    }

    private FailureCard explained(WorkerFailure culprit) {
        var trace = PythonTrace.in(culprit.lastWords());
        return new FailureCard(
                attempt.attempt(),
                Optional.of(culprit.rank()),
                "Rank %s %s".formatted(culprit.rank(), culprit.exit().inWords()),
                culprit.cause().inWords().orElse(""),
                meaning(culprit.exit()),
                facts(culprit),
                Advice.of(culprit, run.spec(), trace),
                trace,
                culprit.lastWords(),
                culprit.errorFile(),
                Optional.of(culprit.localRank()),
                collateral());
    }

    private static String meaning(WorkerExit exit) {
        return exit instanceof WorkerExit.Killed(var signal, _)
                ? SignalMeaning.of(signal).orElse("")
                : "";
    }

    private List<String> facts(WorkerFailure culprit) {
        var facts = new ArrayList<String>();
        facts.add("attempt %d".formatted(attempt.attempt() + 1));
        facts.add("at " + CLOCK.format(culprit.at().atZone(zone)));
        facts.add("after " + after(culprit.at()));
        facts.add("local rank " + culprit.localRank());
        facts.add("pid " + culprit.pid());
        facts.add("on " + run.host());
        return facts;
    }

    private String after(Instant at) {
        return Spans.words(Duration.between(attempt.startedAt(), at));
    }

    /** Who failed too says how; who was only stopped is counted. */
    private List<Victim> collateral() {
        Map<String, List<WorkerFailure>> alike = new LinkedHashMap<>();
        for (WorkerFailure failure : attempt.failures().subList(1, attempt.failures().size())) {
            String words =
                    failure.cause() instanceof FailureCause.Stopped
                            ? stoppedWith(failure)
                            : failure.inWords();
            alike.computeIfAbsent(words, _ -> new ArrayList<>()).add(failure);
        }
        var victims = new ArrayList<Victim>();
        alike.forEach(
                (words, failures) ->
                        victims.add(
                                new Victim(
                                        Mark.COLLATERAL,
                                        failures.stream().map(WorkerFailure::rank).toList(),
                                        words)));
        return victims;
    }

    private static String stoppedWith(WorkerFailure failure) {
        return failure.exit() instanceof WorkerExit.Killed(var signal, _)
                ? "stopped with the group (%s)".formatted(signal)
                : "stopped with the group";
    }

    /** The attempt is still being ended, or nobody looked into it. */
    private FailureCard unexplained() {
        Optional<Rank> culprit = attempt.culprit().or(() -> WorkerStanding.culprit(run));
        Optional<WorkerView> worker =
                run.workers().stream()
                        .filter(_ -> attempt.attempt() == run.attemptNumber())
                        .filter(each -> culprit.equals(Optional.of(each.rank())))
                        .findFirst();
        boolean underWay = isUnderWay(run, attempt);
        Optional<WorkerExit> exit =
                worker.filter(each -> each.condition() instanceof Ended)
                        .map(each -> ((Ended) each.condition()).exit());
        return new FailureCard(
                attempt.attempt(),
                culprit,
                exit.map(end -> "Rank %s %s".formatted(culprit.orElseThrow(), end.inWords()))
                        .orElseGet(() -> sentence(attempt.endedBecause().orElse(run.because()))),
                "",
                exit.map(FailureCards::meaning).orElse(""),
                List.of("attempt %d".formatted(attempt.attempt() + 1), "on " + run.host()),
                List.of(
                        underWay
                                ? "Why is looked into once the last worker of the group is gone."
                                : "Nobody looked into it at the time; its log says what it"
                                        + " printed last."),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                worker.map(WorkerView::localRank),
                List.of());
    }

    private static String sentence(String because) {
        return because.isEmpty()
                ? because
                : because.substring(0, 1).toUpperCase(Locale.ROOT) + because.substring(1);
    }
}
