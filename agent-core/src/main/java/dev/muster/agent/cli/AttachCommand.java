package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Signal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code muster attach}: a terminal on a run as {@code muster run} has it, but that Ctrl-C leaves
 * the run alone. Ends with the run's exit code.
 */
@Command(
        name = "muster attach",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description =
                "Shows a run as `muster run` does, and ends with its exit code; Ctrl-C leaves it"
                        + " running.")
final class AttachCommand extends AgentVerb {
    @Mixin private final RunChoice run = new RunChoice();

    private volatile Optional<FollowedRun> attached = Optional.empty();

    AttachCommand(Terminal terminal) {
        super(terminal, "muster attach");
    }

    @Override
    void interrupted(Signal signal) {
        if (attached.isEmpty()) {
            super.interrupted(signal);
        } else {
            say("detached; the run goes on");
            attached.get().end(ExitCodes.OK);
        }
    }

    @Override
    int act(ReachedAgents agents) {
        Found found = run.among(agents);
        var followed = new FollowedRun(found);
        WorkerLogs out =
                logs(found, LogStream.STDOUT, followed, terminal().out(), terminal().outObeys());
        WorkerLogs err =
                logs(found, LogStream.STDERR, followed, terminal().err(), terminal().errObeys());
        var talk =
                new RunTalk(
                        terminal().err(),
                        MusterHome.of(OwnEnvironment.read()).runs(),
                        RunTalk.Later.on(followed.console()));
        attached = Optional.of(followed);
        say("run %s: %s".formatted(found.run().run(), found.run().because()));
        return followed.tell(
                (event, now) -> {
                    out.tell(event.event(), now);
                    err.tell(event.event(), now);
                    if (event.seq() > found.run().seq()) talk.tell(event.event(), now);
                },
                false,
                () -> {
                    out.finish();
                    err.finish();
                });
    }

    private WorkerLogs logs(
            Found found,
            LogStream stream,
            FollowedRun followed,
            PrintStream console,
            boolean obeys) {
        int latest = found.run().attemptNumber();
        return new WorkerLogs(
                found.agent().session(),
                found.run().run(),
                stream,
                new WorkerLogs.Wanted(latest, OptionalInt.empty(), OptionalInt.empty()),
                console,
                obeys,
                followed.console(),
                failure ->
                        say("the workers' %s: %s".formatted(stream.word(), failure.getMessage())),
                this::say);
    }
}
