package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code muster restart}: starts a run's workers anew, at no cost of restarts. */
@Command(
        name = "muster restart",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Starts a run's workers anew; it costs none of its restarts.")
final class RestartCommand extends SteeringVerb {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = RunChoice.LABEL,
            description = RunChoice.DESCRIPTION)
    private String run = "";

    RestartCommand(Terminal terminal) {
        super(terminal, "muster restart");
    }

    @Override
    String run() {
        return run;
    }

    @Override
    AgentCommand command(Found found) {
        return new AgentCommand.Restart(Aim.at(found.run()));
    }
}
