package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.control.api.SnapshotJson;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.WorkerCondition;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/** {@code muster ps}: the runs of all agents that are there. */
@Command(
        name = "muster ps",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Lists the runs of your agents on this machine.")
final class PsCommand extends AgentVerb {
    private final InstantSource clock;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            converter = OutputFormat.Converter.class,
            completionCandidates = OutputFormat.Words.class,
            description = "table, json (one object) or jsonl (one a line). Default: table.")
    private OutputFormat output = OutputFormat.TABLE;

    @Option(names = "--running", description = "Only runs that are not over.")
    private boolean running;

    PsCommand(Terminal terminal, InstantSource clock) {
        super(terminal, "muster ps");
        this.clock = clock;
    }

    @Override
    int act(ReachedAgents agents) {
        if (agents.agents().isEmpty() && !agents.silent().isEmpty()) {
            throw CommandFailed.unavailable(agents.whyNone());
        }
        List<Found> found =
                agents.runs().stream()
                        .filter(one -> !running || one.run().phase() != Phase.ENDED)
                        .toList();
        List<JobSnapshot> runs = found.stream().map(Found::run).toList();
        switch (output) {
            case JSON -> terminal().out().println(SnapshotJson.list(runs));
            case JSONL -> runs.forEach(run -> terminal().out().println(SnapshotJson.text(run)));
            case TABLE -> print(found);
        }
        return ExitCodes.OK;
    }

    private void print(List<Found> found) {
        Instant now = clock.instant();
        var table = new TextTable("RUN", "STATE", "WORKERS", "ATTEMPT", "AGE", "AGENT", "WHAT");
        for (Found one : found) {
            JobSnapshot run = one.run();
            table.row(
                    run.run().value(),
                    state(run),
                    "%d/%d".formatted(alive(run), run.spec().workers()),
                    Integer.toString(run.attemptNumber()),
                    age(Duration.between(run.startedAt(), now)),
                    Long.toString(run.agentPid()),
                    run.spec().entrypoint().shortName());
        }
        table.print(terminal().out());
    }

    private static String state(JobSnapshot run) {
        return run.end()
                .map(JobSnapshot.End::outcome)
                .map(Enum::name)
                .orElse(run.phase().name())
                .toLowerCase(Locale.ROOT);
    }

    private static long alive(JobSnapshot run) {
        return run.workers().stream()
                .filter(
                        worker ->
                                !(worker.condition() instanceof WorkerCondition.Ended)
                                        && !(worker.condition()
                                                instanceof WorkerCondition.Expected))
                .count();
    }

    /** In the largest unit that fits. */
    static String age(Duration age) {
        if (age.toDays() > 0) return age.toDays() + "d";
        if (age.toHours() > 0) return age.toHours() + "h";
        if (age.toMinutes() > 0) return age.toMinutes() + "m";
        return Math.max(0, age.toSeconds()) + "s";
    }
}
