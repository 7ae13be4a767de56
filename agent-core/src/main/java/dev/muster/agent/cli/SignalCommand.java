package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.util.Locale;

/** {@code muster signal RANK SIGNAL}: sends one worker a signal. */
@Command(
        name = "muster signal",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Sends one worker a signal; what it does then is its own.")
final class SignalCommand extends SteeringVerb {
    @Parameters(index = "0", paramLabel = "RANK", description = "Of the worker, in the whole job.")
    private int rank;

    @Parameters(
            index = "1",
            paramLabel = "SIGNAL",
            description = "By its name, with or without SIG: USR1, SIGINT.")
    private String signal = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = RunChoice.LABEL,
            description = RunChoice.DESCRIPTION)
    private String run = "";

    SignalCommand(Terminal terminal) {
        super(terminal, "muster signal");
    }

    @Override
    String run() {
        return run;
    }

    @Override
    AgentCommand command(Found found) {
        Signal named =
                Signal.named(signal.toUpperCase(Locale.ROOT))
                        .orElseThrow(
                                () ->
                                        CommandFailed.misused(
                                                "no signal is called \"%s\"".formatted(signal)));
        if (rank < 0) throw CommandFailed.misused("rank: %d (expected: >= 0)".formatted(rank));
        LocalRank worker =
                found.run()
                        .localRankOf(new Rank(rank))
                        .orElseThrow(
                                () ->
                                        CommandFailed.refused(
                                                "run %s has no rank %d on this node"
                                                        .formatted(found.run().run(), rank)));
        return new AgentCommand.SignalWorker(Aim.at(found.run()), worker, named);
    }
}
