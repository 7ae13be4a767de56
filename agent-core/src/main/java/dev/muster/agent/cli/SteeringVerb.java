package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;

/** A call that asks something of one run. Exit code 1 when it is refused. */
abstract class SteeringVerb extends AgentVerb {
    SteeringVerb(Terminal terminal, String name) {
        super(terminal, name);
    }

    /** How the run's id begins; empty where the call does not say. */
    abstract String run();

    /**
     * What is asked of that run, as it stands.
     *
     * @throws CommandFailed when the call does not say it
     */
    abstract AgentCommand command(Found found);

    /** Done once it was accepted; answers the exit code. */
    int accepted(Found found) {
        return ExitCodes.OK;
    }

    @Override
    final int act(ReachedAgents agents) {
        Found found = RunChoice.among(agents, run());
        var asked = found.agent().session().send(command(found)).toCompletableFuture();
        return switch (asked.join()) {
            case CommandOutcome.Accepted(var because) -> {
                say("run %s: %s".formatted(found.run().run(), because));
                yield accepted(found);
            }
            case CommandOutcome.Refused(var because) ->
                    throw CommandFailed.refused(
                            "run %s: refused: %s".formatted(found.run().run(), because));
        };
    }
}
