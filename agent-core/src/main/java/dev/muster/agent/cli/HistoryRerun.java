package dev.muster.agent.cli;

import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.launch.MusterLine;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.ArrayList;
import java.util.List;

/** {@code muster history rerun RUN}: as {@code muster run}, with what the run was started with. */
@Command(
        name = "muster history rerun",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Starts the same again in this terminal, and ends with its exit code.")
final class HistoryRerun {
    private final Terminal terminal;

    @Parameters(paramLabel = "RUN", description = "Which run.")
    private String run = "";

    @Option(
            names = "--print",
            description =
                    "Prints the line of muster run that starts the same, to be edited, with the"
                            + " values of its variables, and starts nothing.")
    private boolean print;

    HistoryRerun(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        var found = new ArrayList<KeptSpec>();
        int exitCode =
                HistoryCall.call(
                        "muster history",
                        line,
                        this,
                        terminal,
                        (history, _) -> {
                            OpenedRun opened = history.open(HistoryCall.run(history, run));
                            found.add(opened.spec().orElseThrow(() -> unknown(opened)));
                            return ExitCodes.OK;
                        });
        return found.isEmpty() ? exitCode : again(found.getFirst());
    }

    private static IllegalArgumentException unknown(OpenedRun opened) {
        return new IllegalArgumentException(
                "nobody knows what run %s was started with: its spec.json cannot be read"
                        .formatted(opened.run().run()));
    }

    private int again(KeptSpec kept) {
        if (!kept.withoutValue().isEmpty()) {
            HistoryCall.say(
                    "muster history",
                    "the values of %s were not kept; they are as they are set here"
                            .formatted(String.join(", ", kept.withoutValue())),
                    terminal);
        }
        if (print) {
            terminal.out().println(MusterLine.of(kept.spec()));
            return ExitCodes.OK;
        }
        return new RunCommand(terminal).again(kept.spec());
    }
}
