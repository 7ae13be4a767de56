package dev.muster.agent.cli;

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
import dev.muster.agent.job.WorkerFailure;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/**
 * What {@code muster run} says about a run on stderr: a line for each turn it takes, each sentence
 * once. On the console's thread.
 */
final class RunTalk {
    private final PrintStream err;
    private final Path runs;
    private String said = "";

    RunTalk(PrintStream err, Path runs) {
        this.err = err;
        this.runs = runs;
    }

    void tell(AgentEvent event, JobSnapshot now) {
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
            case AgentEvent.StopStarted(_, _, var because) -> say(because);
            case AgentEvent.ForceStarted(_, var because) -> say(because);
            case AgentEvent.Noticed(_, var text) -> say(text);
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

    /** Of a sentence that only goes on from the last one, or back to its beginning, what is new. */
    private void say(String sentence) {
        boolean wasSaid = sentence.equals(said) || said.startsWith(sentence + "; ");
        if (wasSaid) return;
        boolean goesOn = sentence.startsWith(said + "; ");
        print("muster: " + (goesOn ? sentence.substring(said.length() + 2) : sentence));
        said = sentence;
    }

    /** What is said may quote a worker or a file name, and those may hold anything. */
    private void print(String line) {
        err.println(VisibleText.of(line));
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
