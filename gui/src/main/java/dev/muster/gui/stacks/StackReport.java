package dev.muster.gui.stacks;

import dev.muster.agent.job.RunId;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.StackTree;
import dev.muster.gui.state.Counts;

import java.util.List;
import java.util.stream.Collectors;

/** A taking as a file that can be read anywhere. */
final class StackReport {
    private StackReport() {}

    /** Everything that was told: the tree, and each rank's own words. */
    static String whole(RunId run, Taking taking) {
        var text = new StringBuilder();
        text.append("run ").append(run).append(", attempt ").append(taking.attempt() + 1);
        text.append("\nasked at ").append(taking.at()).append(": ").append(taking.whom());
        text.append(", ").append(Counts.of(taking.told().size(), "rank")).append(" told\n");
        StackTree.of(taking.stacks()).odd().ifPresent(odd -> text.append(odd).append('\n'));
        text.append('\n').append(lines(StackRows.merged(taking, false))).append('\n');
        for (RankStack stack : taking.stacks()) {
            text.append("\n--- rank ").append(stack.rank()).append(" ---\n");
            text.append(stack.text());
            if (!stack.text().endsWith("\n")) text.append('\n');
        }
        return text.toString();
    }

    static String lines(List<StackRow> rows) {
        return rows.stream().map(StackRow::text).collect(Collectors.joining("\n"));
    }
}
