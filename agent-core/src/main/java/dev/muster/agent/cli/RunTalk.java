package dev.muster.agent.cli;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.muster.agent.diagnose.FailureReport;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.BarrierKind;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.history.DurationWords;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What {@code muster run} says about a run on stderr: a line for each turn it takes, each sentence
 * once. On the console's thread.
 *
 * <p>A failure is known at once, and why it came about a moment later: the first sentence waits
 * that moment for the second, which says both.
 */
final class RunTalk {
    /** Has the console's thread do something later. */
    interface Later {
        void after(Duration moment, Runnable what);

        /** What is due after its end is not done any more. */
        static Later on(Executor console) {
            return (moment, what) ->
                    CompletableFuture.delayedExecutor(moment.toMillis(), MILLISECONDS, console)
                            .execute(what);
        }
    }

    /** Nobody notices that, and most attempts are over by then. */
    private static final Duration MOMENT = Duration.ofMillis(300);

    private final PrintStream err;
    private final Path runs;
    private final Later later;
    private Optional<String> waiting = Optional.empty();
    private int waits;
    private boolean someoneFailed;
    private String saidWithoutReason = "";
    private String said = "";

    RunTalk(PrintStream err, Path runs, Later later) {
        this.err = err;
        this.runs = runs;
        this.later = later;
    }

    void tell(AgentEvent event, JobSnapshot now) {
        switch (event) {
            case AgentEvent.AttemptStarted _ -> someoneFailed = false;
            case AgentEvent.WorkerExited(_, _, var exit) ->
                    someoneFailed |= !(exit instanceof WorkerExit.Succeeded);
            case AgentEvent.AttemptEnded ended when ended.culprit().isPresent() ->
                    waiting = waiting.map(_ -> ended.because());
            case AgentEvent.RunEnded _ -> waiting = waiting.filter(_ -> !isExplained(now));
            default -> {
                // says nothing of a failure
            }
        }
        turn(event, now);
    }

    /** The end says why itself. */
    private static boolean isExplained(JobSnapshot now) {
        return now.attempt().flatMap(AttemptView::culprit).isPresent();
    }

    private void turn(AgentEvent event, JobSnapshot now) {
        switch (event) {
            case AgentEvent.RunAccepted(_, var run, var spec, _, _) ->
                    say(
                            "run %s: %s of %s%s; files in %s"
                                    .formatted(
                                            run,
                                            counted(spec.workers(), "worker"),
                                            spec.entrypoint().shortName(),
                                            spec.maxRestarts() == 0
                                                    ? ""
                                                    : ", up to "
                                                            + counted(
                                                                    spec.maxRestarts(), "restart"),
                                            runs.resolve(run.value())));
            // with other nodes in the job, that was said before they met anew
            case AgentEvent.AttemptStarted started
                    when started.attempt() > 0 && now.rendezvous().isEmpty() ->
                    say(started.because());
            // what was still in doubt when the workers were stopped
            case AgentEvent.AttemptEnded(_, _, var culprit, var because)
                    when culprit.isPresent() && now.rendezvous().isPresent() ->
                    say(because);
            case AgentEvent.SaveAsked(_, _, var because) -> say(because);
            case AgentEvent.RestartDelayed(_, _, var because) -> say(because);
            case AgentEvent.StopStarted(_, _, var because) when someoneFailed -> sayLater(because);
            case AgentEvent.StopStarted(_, _, var because) -> say(because);
            case AgentEvent.ForceStarted(_, var because) -> say(because);
            case AgentEvent.Noticed(_, var text) -> say(text);
            case AgentEvent.TimerExpired expired -> say(expired.because());
            case AgentEvent.WorkerSilent(_, var rank, _) ->
                    say("rank %s has printed nothing for a minute".formatted(rank));
            case BarrierEvent.BarrierAwaited(_, BarrierKind kind, _, _, var because) ->
                    say(
                            kind == BarrierKind.EXIT
                                    ? because + "; Ctrl-C ends this run without waiting"
                                    : because);
            case RendezvousEvent between -> RendezvousTalk.of(between, now).ifPresent(this::say);
            case AgentEvent.RunEnded ended -> end(ended, now);
            default -> {
                // too small to interrupt the workers' own output for
            }
        }
    }

    private void end(AgentEvent.RunEnded ended, JobSnapshot now) {
        Duration took = Duration.between(now.startedAt(), ended.at());
        if (ended.outcome() == Outcome.FAILED) explain(now);
        String how =
                switch (ended.outcome()) {
                    case SUCCEEDED -> "succeeded";
                    case FAILED -> "failed";
                    case STOPPED -> "stopped";
                };
        boolean isSaidJustNow = ended.because().equals(said);
        String why = isSaidJustNow ? "" : ": " + ended.because();
        say("%s after %s%s".formatted(how, DurationWords.of(took), why));
    }

    /** In our words, then in torchrun's. */
    private void explain(JobSnapshot now) {
        List<WorkerFailure> failures = now.attempt().map(AttemptView::failures).orElse(List.of());
        if (failures.isEmpty()) return;
        WorkerFailure rootCause = failures.getFirst();
        if (!rootCause.lastWords().isEmpty()) {
            boolean own = rootCause.errorFile().isPresent();
            say("the root cause, by its " + (own ? "error file:" : "end of stderr:"));
            rootCause.lastWords().forEach(line -> print("    " + line));
        }
        String host = HostsFile.read().fullNameOf(now.host());
        FailureReport.lines(nameOf(now.spec()), host, failures, ZoneId.systemDefault())
                .forEach(this::print);
    }

    /** As it was typed. */
    private static String nameOf(JobSpec spec) {
        return switch (spec.entrypoint()) {
            case Entrypoint.Script(var file) -> file;
            case Entrypoint.Module(var name) -> name;
            case Entrypoint.Program(var command) -> command;
            case Entrypoint.Function _, Entrypoint.JavaFunction _ -> spec.entrypoint().shortName();
        };
    }

    private void sayLater(String sentence) {
        sayWhatWaits();
        waiting = Optional.of(sentence);
        int number = ++waits;
        later.after(
                MOMENT,
                () -> {
                    if (number == waits) sayWhatWaits();
                });
    }

    private void sayWhatWaits() {
        Optional<String> due = waiting;
        waiting = Optional.empty();
        due.ifPresent(
                sentence -> {
                    say(sentence);
                    saidWithoutReason = sentence;
                });
    }

    /** Of a sentence that only goes on from the last one, or back to its beginning, what is new. */
    private void say(String sentence) {
        sayWhatWaits();
        boolean wasSaid = sentence.equals(said) || said.startsWith(sentence + "; ");
        if (wasSaid) return;
        boolean goesOn = sentence.startsWith(said + "; ");
        print(
                "muster: "
                        + (goesOn
                                ? sentence.substring(said.length() + 2)
                                : reasonIn(sentence).orElse(sentence)));
        said = sentence;
    }

    /**
     * "the reason: R; what then" of "what: R; what then", where "what; what then" was said before.
     */
    private Optional<String> reasonIn(String sentence) {
        int end = saidWithoutReason.indexOf("; ");
        if (end < 0) return Optional.empty();
        String what = saidWithoutReason.substring(0, end) + ": ";
        boolean addsReason =
                sentence.startsWith(what) && sentence.contains(saidWithoutReason.substring(end));
        return addsReason
                ? Optional.of("the reason: " + sentence.substring(what.length()))
                : Optional.empty();
    }

    /** What is said may quote a worker or a file name, and those may hold anything. */
    private void print(String line) {
        err.println(VisibleText.of(line));
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
