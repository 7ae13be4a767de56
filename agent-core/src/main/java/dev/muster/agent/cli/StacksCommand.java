package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.control.api.StacksJson;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.RankStack;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;

/**
 * {@code muster stacks}: where the workers of a run stand. Exit code 1 when none of those asked for
 * could be told.
 */
@Command(
        name = "muster stacks",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description =
                "Shows where the workers of a run stand, all in one tree, the odd ones on top.")
final class StacksCommand extends AgentVerb {
    /** How it is told. */
    enum Format {
        text,
        json
    }

    @Option(
            names = "--rank",
            paramLabel = "R",
            split = ",",
            description =
                    "Of these workers only, by their ranks in the whole job. May be repeated.")
    private List<Integer> ranks = List.of();

    @Option(
            names = "--abort",
            description =
                    "Ends workers that tell it in no other way with SIGABRT, for their last words;"
                            + " that fails the attempt.")
    private boolean abort;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text or json. Default: text.")
    private Format format = Format.text;

    @Mixin private final RunChoice run = new RunChoice();

    StacksCommand(Terminal terminal) {
        super(terminal, "muster stacks");
    }

    @Override
    int act(ReachedAgents agents) {
        Found found = run.among(agents);
        List<RankStack> stacks = ask(found);
        if (format == Format.json) {
            terminal().out().println(StacksJson.answer(stacks));
        } else {
            StacksTalk.lines(stacks)
                    .forEach(line -> terminal().out().println(VisibleText.of(line)));
        }
        return stacks.stream().anyMatch(stack -> stack.rung().isPresent())
                ? ExitCodes.OK
                : ExitCodes.BROKEN;
    }

    private List<RankStack> ask(Found found) {
        try {
            return found.agent()
                    .session()
                    .stacks(found.run().run(), localRanks(found), abort)
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw CommandFailed.refused(String.valueOf(cause.getMessage()));
        }
    }

    private Set<LocalRank> localRanks(Found found) {
        var wanted = new HashSet<LocalRank>();
        for (int rank : ranks) {
            if (rank < 0) throw CommandFailed.misused("rank: %d (expected: >= 0)".formatted(rank));
            wanted.add(
                    found.run()
                            .localRankOf(new Rank(rank))
                            .orElseThrow(
                                    () ->
                                            CommandFailed.refused(
                                                    "run %s has no rank %d on this node"
                                                            .formatted(found.run().run(), rank))));
        }
        return wanted;
    }
}
