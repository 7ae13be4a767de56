package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.job.LogStream;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;

/** {@code muster logs}: what the workers of a run have printed. */
@Command(
        name = "muster logs",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Shows what the workers of a run have printed to stdout.")
final class LogsCommand extends AgentVerb {
    @Option(
            names = {"-f", "--follow"},
            description = "Goes on until the run is over, from attempt to attempt.")
    private boolean follow;

    @Option(
            names = "--rank",
            paramLabel = "R",
            description = "One worker's, byte for byte. Default: all, with a prefix each.")
    private Optional<Integer> rank = Optional.empty();

    @Option(
            names = "--attempt",
            paramLabel = "N",
            description = "Of that attempt, 0 being the first. Default: the latest.")
    private Optional<Integer> attempt = Optional.empty();

    @Option(names = "--stderr", description = "What they have printed to stderr in its place.")
    private boolean stderr;

    @Mixin private final RunChoice run = new RunChoice();

    LogsCommand(Terminal terminal) {
        super(terminal, "muster logs");
    }

    @Override
    int act(ReachedAgents agents) {
        Found found = run.among(agents);
        var followed = new FollowedRun(found);
        var broken = new AtomicBoolean();
        var logs =
                new WorkerLogs(
                        found.agent().session(),
                        found.run().run(),
                        stderr ? LogStream.STDERR : LogStream.STDOUT,
                        wanted(found),
                        terminal().out(),
                        terminal().outObeys(),
                        followed.console(),
                        failure -> {
                            if (broken.getAndSet(true)) return;
                            say("cannot go on: " + failure.getMessage());
                            followed.end(ExitCodes.BROKEN);
                        },
                        this::say);
        followed.tell((event, now) -> logs.tell(event.event(), now), !follow, logs::finish);
        if (rank.isPresent() && !logs.hasShown()) {
            throw CommandFailed.refused("no rank %d was started here".formatted(rank.get()));
        }
        return broken.get() ? ExitCodes.BROKEN : ExitCodes.OK;
    }

    private WorkerLogs.Wanted wanted(Found found) {
        int latest = found.run().attemptNumber();
        int first = attempt.orElse(latest);
        if (first < 0 || first > latest) {
            throw CommandFailed.misused("--attempt: %d (expected: 0..%d)".formatted(first, latest));
        }
        boolean openEnd = follow && attempt.isEmpty();
        return new WorkerLogs.Wanted(
                first,
                openEnd ? OptionalInt.empty() : OptionalInt.of(first),
                rank.map(OptionalInt::of).orElse(OptionalInt.empty()));
    }
}
