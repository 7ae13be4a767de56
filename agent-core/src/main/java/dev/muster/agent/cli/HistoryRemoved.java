package dev.muster.agent.cli;

import dev.muster.agent.history.ByteWords;
import dev.muster.agent.history.Removal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.util.List;

/** {@code muster history removed}. */
@Command(
        name = "muster history removed",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Lists what was removed because it was more than is to be kept, and why.")
final class HistoryRemoved {
    private static final int MOST = 1_000;

    private final Terminal terminal;

    @Mixin private final OutputFlag output = new OutputFlag();

    HistoryRemoved(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        return HistoryCall.call(
                "muster history",
                line,
                this,
                terminal,
                (history, _) -> {
                    List<Removal> removed = history.removals(MOST);
                    output.print(
                            removed.stream().map(HistoryJson::of).toList(),
                            terminal,
                            () -> table(removed));
                    return ExitCodes.OK;
                });
    }

    private void table(List<Removal> removed) {
        var table = new TextTable("REMOVED", "RUN", "WHAT", "SIZE", "BECAUSE");
        for (Removal run : removed) {
            table.row(
                    run.at().toString(),
                    run.run().value(),
                    run.name(),
                    ByteWords.of(run.bytes()),
                    run.because());
        }
        table.print(terminal.out());
    }
}
