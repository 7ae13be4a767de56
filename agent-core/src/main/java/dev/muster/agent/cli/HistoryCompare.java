package dev.muster.agent.cli;

import dev.muster.agent.history.Comparison;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.util.List;

/** {@code muster history compare RUN RUN}. */
@Command(
        name = "muster history compare",
        mixinStandardHelpOptions = true,
        synopsisHeading = "usage: ",
        description = "Shows what is different about two runs.")
final class HistoryCompare {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "RUN", description = "One run.")
    private String left = "";

    @Parameters(index = "1", paramLabel = "RUN", description = "The other.")
    private String right = "";

    @Mixin private final OutputFlag output = new OutputFlag();

    HistoryCompare(Terminal terminal) {
        this.terminal = terminal;
    }

    int call(List<String> line) {
        return HistoryCall.call(
                "muster history",
                line,
                this,
                terminal,
                (history, _) -> {
                    Comparison comparison =
                            history.compare(
                                    HistoryCall.run(history, left),
                                    HistoryCall.run(history, right));
                    output.print(
                            List.of(HistoryJson.of(comparison)), terminal, () -> table(comparison));
                    return ExitCodes.OK;
                });
    }

    private void table(Comparison comparison) {
        var table =
                new TextTable(
                        "", comparison.left().run().value(), comparison.right().run().value());
        comparison.results().forEach(result -> row(table, result));
        comparison.settings().forEach(setting -> row(table, setting));
        for (Comparison.VariableDifference variable : comparison.environment()) {
            switch (variable.change()) {
                case ONLY_LEFT -> table.row(variable.name(), "set", "–");
                case ONLY_RIGHT -> table.row(variable.name(), "–", "set");
                case OTHER_VALUE -> table.row(variable.name(), "set", "set to something else");
            }
        }
        table.print(terminal.out());
    }

    private static void row(TextTable table, Comparison.Difference difference) {
        table.row(difference.name(), difference.left().orElse("–"), difference.right().orElse("–"));
    }
}
