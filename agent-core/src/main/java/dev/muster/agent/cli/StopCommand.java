package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.Connection;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** {@code muster stop}: ends a run, and waits until it is over. */
@Command(
        name = "muster stop",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Ends a run, and waits until it is over.")
final class StopCommand extends SteeringVerb {
    private static final int LONGEST_GRACE = 7 * 24 * 3600;

    @Option(
            names = "--grace",
            paramLabel = "SECONDS",
            description =
                    "How long workers have to end by themselves. Default: as the run was started.")
    private Optional<Integer> grace = Optional.empty();

    @Option(names = "--force", description = "Kill them now.")
    private boolean force;

    @Option(names = "--save", description = "Have them save first, as --save-signal says.")
    private boolean save;

    @Option(
            names = "--agent-only",
            description = "End this node's part only; the other nodes of the job go on.")
    private boolean agentOnly;

    @Mixin private final RunChoice run = new RunChoice();

    StopCommand(Terminal terminal) {
        super(terminal, "muster stop");
    }

    @Override
    String run() {
        return run.beginning();
    }

    @Override
    AgentCommand command(Found found) {
        if ((force ? 1 : 0) + (save ? 1 : 0) + (agentOnly ? 1 : 0) > 1) {
            throw CommandFailed.misused(
                    "only one of --force, --save and --agent-only may be given");
        }
        if (force && grace.isPresent()) {
            throw CommandFailed.misused("--force leaves no grace");
        }
        var aim = Aim.at(found.run());
        Duration given = grace.map(this::checked).orElse(found.run().spec().stopping().grace());
        if (force) return new AgentCommand.ForceStop(aim);
        if (save) return new AgentCommand.SaveAndStop(aim, given);
        return agentOnly ? new AgentCommand.Leave(aim, given) : new AgentCommand.Stop(aim, given);
    }

    private Duration checked(int seconds) {
        if (seconds >= 0 && seconds <= LONGEST_GRACE) return Duration.ofSeconds(seconds);
        throw CommandFailed.misused(
                "--grace: %d (expected: 0..%d)".formatted(seconds, LONGEST_GRACE));
    }

    @Override
    int accepted(Found found) {
        RunId id = found.run().run();
        var over = new CompletableFuture<String>();
        found.agent()
                .session()
                .watch(
                        now -> {
                            now.runs().stream()
                                    .filter(one -> one.run().equals(id) && one.end().isPresent())
                                    .findFirst()
                                    .ifPresent(_ -> over.complete("is over"));
                            if (now.connection() instanceof Connection.Lost(var because)) {
                                over.complete("is out of sight: " + because);
                            }
                        });
        say("run %s %s".formatted(id, over.join()));
        return ExitCodes.OK;
    }
}
