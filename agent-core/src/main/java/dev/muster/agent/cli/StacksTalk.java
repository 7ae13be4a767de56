package dev.muster.agent.cli;

import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;
import dev.muster.agent.stacks.StackTree;
import dev.muster.agent.stacks.StackTree.Branch;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What {@code muster stacks} prints: one tree of all ranks, the odd ones on top. */
final class StacksTalk {
    private StacksTalk() {}

    static List<String> lines(List<RankStack> stacks) {
        var lines = new ArrayList<String>();
        StackTree tree = StackTree.of(stacks);
        tree.odd().ifPresent(lines::add);
        tree.threads().forEach(thread -> add(thread, 0, lines));
        for (Rung rung : Rung.values()) {
            SortedSet<Rank> told = new TreeSet<>();
            stacks.stream()
                    .filter(stack -> stack.rung().filter(rung::equals).isPresent())
                    .forEach(stack -> told.add(stack.rank()));
            if (!told.isEmpty())
                lines.add("by %s: %s".formatted(rung.word(), StackTree.names(told)));
        }
        for (RankStack stack : stacks) {
            String result = stack.rung().isPresent() ? "" : "no stack; ";
            if (stack.because().isEmpty()) continue;
            lines.add(
                    "rank %s: %s%s"
                            .formatted(stack.rank(), result, String.join("; ", stack.because())));
        }
        return lines;
    }

    /** Indented only where the ranks part: stacks are deep. */
    private static void add(Branch from, int depth, List<String> lines) {
        String indent = "  ".repeat(depth);
        lines.add(
                "%s%s  %s".formatted(indent, from.frame().brief(), StackTree.names(from.ranks())));
        Branch at = from;
        while (at.calls().size() == 1 && at.calls().getFirst().ranks().equals(at.ranks())) {
            at = at.calls().getFirst();
            lines.add("%s  %s".formatted(indent, at.frame().brief()));
        }
        for (Branch call : at.calls()) add(call, depth + 1, lines);
    }
}
