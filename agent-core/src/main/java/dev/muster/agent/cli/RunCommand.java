package dev.muster.agent.cli;

import dev.muster.agent.Agent;
import dev.muster.agent.AgentException;
import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.control.BackgroundControl;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.function.ReturnValues;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerInput;
import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.LaunchField;
import dev.muster.agent.launch.LaunchProblem;
import dev.muster.agent.launch.LaunchReading;
import dev.muster.agent.launch.Resolution;
import dev.muster.agent.launch.RunFlags;
import dev.muster.agent.telemetry.EventLogHandlers;
import dev.muster.agent.telemetry.EventRecorder;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * {@code muster run}: an agent that ends with its run. Prints nothing of its own on stdout; what
 * the workers print goes where the flags say, and the exit code is that of the last attempt's root
 * cause.
 */
@Command(
        name = "muster run",
        mixinStandardHelpOptions = true,
        customSynopsis = "usage: muster run [flags] SCRIPT [arguments]",
        synopsisHeading = "",
        description =
                "Runs a script in several workers, restarts them when one fails, and ends with its"
                        + " exit code.",
        footer = {
            "",
            "Workers share what is piped into muster run; the script - is read from there, too.",
            "",
            "A flag may be shortened while it is clear, written with _ for -, and given as a"
                    + " variable of the environment: PET_NPROC_PER_NODE=4. Of a switch, 1 is on and"
                    + " 0 is off."
        })
final class RunCommand {
    /** They are to have this machine to themselves while they start. */
    private static final Duration FOR_THE_WORKERS = Duration.ofSeconds(1);

    private static final String NEVER_RETURNED =
            "rank %s ended its process before the function returned: its null in %s is no value";

    private final Terminal terminal;
    @Mixin private final RunFlags flags = new RunFlags();

    @Option(
            names = "--detach",
            description =
                    "Hands the run to the background agent, which is started where there is none,"
                            + " prints the run's id and ends. See `muster attach`.")
    private boolean detach;

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> words) {
        try {
            if (!CallWords.read(words, this, terminal)) return ExitCodes.OK;
        } catch (CommandLine.ParameterException e) {
            String sentence = String.valueOf(e.getMessage());
            return refuse(List.of(new LaunchProblem(LaunchField.COMMAND_LINE, sentence)));
        }
        if (flags.printCompletion().isPresent()) {
            return CompletionCommand.print(flags.printCompletion().get(), terminal);
        }
        LaunchReading reading = flags.reading();
        var checks = detach ? LaunchChecks.onThisMachine() : LaunchChecks.inThisTerminal();
        Resolution resolution = checks.check(reading.draft());
        var problems = new ArrayList<>(reading.problems());
        if (resolution instanceof Resolution.Refused(var more)) problems.addAll(more);
        if (!handlers().isKnown(flags.eventLogHandler())) problems.add(unknownHandler());
        if (detach && flags.functionResults().isPresent()) problems.add(nobodyToWriteResults());
        if (!(resolution instanceof Resolution.Ready(var spec)) || !problems.isEmpty()) {
            return refuse(problems);
        }
        flags.remarks().forEach(this::say);
        return detach ? new Handover(terminal).of(spec) : exitCode(run(spec));
    }

    /** Runs what was run before, however it was asked for then. */
    int again(JobSpec spec) {
        return run(spec);
    }

    private int exitCode(int ownExitCode) {
        boolean failed = ownExitCode != ExitCodes.OK;
        return failed && flags.torchrunExitCodes() ? ExitCodes.OF_TORCHRUN : ownExitCode;
    }

    private LaunchProblem unknownHandler() {
        return new LaunchProblem(
                LaunchField.COMMAND_LINE,
                "--event-log-handler: found \"%s\", expected one of %s"
                        .formatted(flags.eventLogHandler(), String.join(", ", handlers().names())));
    }

    private static LaunchProblem nobodyToWriteResults() {
        return new LaunchProblem(
                LaunchField.COMMAND_LINE,
                "--function-results: nobody waits for them with --detach (expected: one of the"
                        + " two)");
    }

    private EventLogHandlers handlers() {
        return new EventLogHandlers(terminal.err());
    }

    private EventRecorder eventRecorder() {
        return new EventRecorder(handlers().named(flags.eventLogHandler()));
    }

    private int refuse(List<LaunchProblem> problems) {
        problems.forEach(problem -> say(problem.forTerminal()));
        return ExitCodes.USAGE;
    }

    private void say(String sentence) {
        terminal.err().println("muster run: " + VisibleText.of(sentence));
    }

    private int run(JobSpec spec) {
        Map<String, String> environment = OwnEnvironment.read();
        MusterHome home = MusterHome.of(environment);
        var agent = Agent.open(home, environment, WorkerInput.OF_THE_AGENT);
        agent.takeInOrphans();
        var control = new BackgroundControl();
        Runnable launched =
                () ->
                        control.openAfter(
                                FOR_THE_WORKERS, agent, AgentFacts.Kind.RUN, home, environment);
        try {
            return follow(agent, spec, home, launched);
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof AgentException refused)) throw e;
            say(String.valueOf(refused.getMessage()));
            return ExitCodes.USAGE;
        } finally {
            agent.close();
            control.close();
        }
    }

    private int follow(Agent agent, JobSpec spec, MusterHome home, Runnable onLaunched) {
        var ended = new CompletableFuture<JobSnapshot>();
        try (var console =
                new RunConsole(spec, terminal, agent.growth(), home.runs(), eventRecorder())) {
            agent.listen(
                    (RunId _, NumberedEvent event, List<JobSnapshot> runs) -> {
                        console.tell(event.event(), runs.getLast());
                        if (runs.getLast().end().isPresent()) ended.complete(runs.getLast());
                    },
                    _ -> {});
            DeathSignals.endBeforeAnythingIsStarted(spec.stopping().signals(), terminal.err());
            CompletableFuture<RunId> launched = agent.launch(spec);
            // not before: without a run there, a signal would be lost
            DeathSignals.handle(spec.stopping().signals(), agent, console.over());
            launched.join();
            onLaunched.run();
            int exitCode = console.awaitEnd();
            return exitCode == ExitCodes.OK ? keepResults(ended.join(), home) : exitCode;
        }
    }

    /** A run whose results cannot be kept has failed after all. */
    private int keepResults(JobSnapshot ended, MusterHome home) {
        if (flags.functionResults().isEmpty()) return ExitCodes.OK;
        Path file = flags.functionResults().get();
        try {
            var values = ReturnValues.of(home.runs(), ended);
            values.writeTo(file);
            if (ended.spec().entrypoint() instanceof Entrypoint.Callable) {
                values.missing().forEach(rank -> say(NEVER_RETURNED.formatted(rank, file)));
            }
            return ExitCodes.OK;
        } catch (IOException e) {
            say("what the function returned could not be written to %s: %s".formatted(file, e));
            return ExitCodes.BROKEN;
        }
    }
}
