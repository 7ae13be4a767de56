package dev.muster.agent.cli;

import dev.muster.agent.history.ByteWords;
import dev.muster.agent.history.Deletion;
import dev.muster.agent.history.History;
import dev.muster.agent.job.RunId;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code muster history delete RUN … --yes}. */
@Command(
        name = "muster history delete",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Deletes runs with the logs in their folders; never one that runs.")
final class HistoryDelete {
    private final Terminal terminal;

    @Parameters(paramLabel = "RUN", arity = "1..*", description = "Which runs.")
    private List<String> runs = new ArrayList<>();

    @Option(names = "--yes", description = "It is meant. Without it, only says what would go.")
    private boolean yes;

    @Mixin private final OutputFlag output = new OutputFlag();

    HistoryDelete(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        return HistoryCall.call("muster history", line, this, terminal, this::delete);
    }

    private int delete(History history, Map<String, String> environment) throws IOException {
        var meant = new ArrayList<RunId>();
        for (String word : runs) meant.add(HistoryCall.run(history, word));
        if (!yes) {
            for (RunId run : meant) say("would delete run %s; --yes does it".formatted(run));
            return ExitCodes.USAGE;
        }
        var deletions = new ArrayList<Deletion>();
        for (RunId run : meant) deletions.add(history.delete(run));
        output.print(
                deletions.stream().map(HistoryJson::of).toList(),
                terminal,
                () -> deletions.forEach(deletion -> say(inWords(deletion))));
        boolean all = deletions.stream().allMatch(Deletion.Deleted.class::isInstance);
        return all ? ExitCodes.OK : ExitCodes.BROKEN;
    }

    private static String inWords(Deletion deletion) {
        return switch (deletion) {
            case Deletion.Deleted(var run, var bytes, var logsLeft) ->
                    "deleted run %s, %s%s"
                            .formatted(
                                    run,
                                    ByteWords.of(bytes),
                                    logsLeft.map(
                                                    logs ->
                                                            "; its logs in %s were left"
                                                                    .formatted(logs))
                                            .orElse(""));
            case Deletion.Refused(_, var because) -> because;
        };
    }

    private void say(String sentence) {
        HistoryCall.say("muster history", sentence, terminal);
    }
}
