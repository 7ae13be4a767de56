package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster restart}: starts a run's workers anew, at no cost of restarts. */
@Command(
        name = "muster restart",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Starts a run's workers anew; it costs none of its restarts.")
final class RestartCommand extends SteeringVerb {
    @Mixin private final RunChoice run = new RunChoice();

    RestartCommand(Terminal terminal) {
        super(terminal, "muster restart");
    }

    @Override
    String run() {
        return run.beginning();
    }

    @Override
    AgentCommand command(Found found) {
        return new AgentCommand.Restart(Aim.at(found.run()));
    }
}
