package dev.muster.agent.cli;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.journal.EventJson;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster watch}: tells what happened in a run, and goes on until it is over. */
@Command(
        name = "muster watch",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Tells what happened in a run, and what happens until it is over.")
final class WatchCommand extends AgentVerb {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            converter = OutputFormat.Converter.class,
            completionCandidates = OutputFormat.Words.class,
            description = "table, a sentence a line, or jsonl, every event. Default: table.")
    private OutputFormat output = OutputFormat.TABLE;

    @Mixin private final RunChoice run = new RunChoice();

    WatchCommand(Terminal terminal) {
        super(terminal, "muster watch");
    }

    @Override
    int act(ReachedAgents agents) {
        if (output == OutputFormat.JSON) {
            throw CommandFailed.misused("-o json: what goes on has no end (expected: jsonl)");
        }
        var followed = new FollowedRun(run.among(agents));
        var talk =
                new RunTalk(
                        terminal().out(),
                        MusterHome.of(OwnEnvironment.read()).runs(),
                        RunTalk.Later.on(followed.console()));
        followed.tell(
                (event, now) -> {
                    if (output == OutputFormat.JSONL) {
                        terminal().out().println(EventJson.line(event));
                    } else {
                        talk.tell(event.event(), now);
                    }
                    if (terminal().out().checkError()) followed.end(ExitCodes.OK);
                },
                false,
                () -> {});
        return ExitCodes.OK;
    }
}
