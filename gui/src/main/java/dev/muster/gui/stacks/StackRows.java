package dev.muster.gui.stacks;

import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.Frame;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;
import dev.muster.agent.stacks.StackTree;
import dev.muster.agent.stacks.StackTree.Branch;
import dev.muster.agent.stacks.ThreadStack;
import dev.muster.gui.state.Counts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Lays stacks out in lines. */
final class StackRows {
    private final List<StackRow> rows = new ArrayList<>();
    private final boolean ownOnly;

    private StackRows(boolean ownOnly) {
        this.ownOnly = ownOnly;
    }

    /**
     * All ranks as one tree, outermost calls first; before it, who told nothing, and behind it, how
     * the others did.
     *
     * @param ownOnly leaves out calls of libraries, but for those where somebody stands or turns
     */
    static List<StackRow> merged(Taking taking, boolean ownOnly) {
        var made = new StackRows(ownOnly);
        made.ways(taking.untold());
        for (Branch thread : StackTree.of(taking.stacks()).threads()) made.thread(thread);
        made.ways(taking.told());
        return List.copyOf(made.rows);
    }

    /** One rank alone, innermost calls first: where it stands comes on top. */
    static List<StackRow> of(RankStack stack, boolean ownOnly) {
        var made = new StackRows(ownOnly);
        for (ThreadStack thread : stack.threads()) made.thread(thread);
        made.ways(List.of(stack));
        return List.copyOf(made.rows);
    }

    private void thread(ThreadStack thread) {
        rows.add(new StackRow.ThreadHead(thread.name(), thread.idle() ? "waiting" : ""));
        for (int at = thread.frames().size() - 1; at >= 0; at--) {
            Frame frame = thread.frames().get(at);
            boolean innermost = at == thread.frames().size() - 1;
            if (ownOnly && !innermost && !OwnFrames.isOwn(frame)) continue;
            rows.add(call(frame, 0, "", Optional.empty(), false, ""));
        }
    }

    private void thread(Branch root) {
        rows.add(
                new StackRow.ThreadHead(
                        root.frame().function(), Counts.of(root.ranks().size(), "rank")));
        boolean main = root.frame().function().equals(ThreadStack.MAIN);
        calls(root, 0, main);
    }

    /** What was called from {@code caller}: one call goes on in its column, several part. */
    private void calls(Branch caller, int depth, boolean main) {
        boolean parts = caller.calls().size() > 1 || !caller.ending().isEmpty();
        for (Branch call : caller.calls()) {
            boolean odd = main && parts && call.ranks().size() * 2 < caller.ranks().size();
            branch(call, parts ? depth + 1 : depth, parts, odd, main);
        }
    }

    private void branch(Branch branch, int depth, boolean begins, boolean odd, boolean main) {
        String note = note(branch);
        boolean needed = begins || !note.isEmpty() || branch.calls().isEmpty();
        if (needed || !ownOnly || OwnFrames.isOwn(branch.frame())) {
            rows.add(
                    call(
                            branch.frame(),
                            depth,
                            begins ? StackTree.names(branch.ranks()) : "",
                            begins ? Optional.of(branch.ranks().getFirst()) : Optional.empty(),
                            odd,
                            note));
        }
        calls(branch, depth, main);
    }

    /** Of those who go no further. */
    private static String note(Branch branch) {
        SortedSet<Rank> ending = branch.ending();
        if (ending.isEmpty()) return "";
        String who = branch.calls().isEmpty() ? "" : StackTree.names(ending) + " here";
        String waits =
                branch.idle() == 0
                        ? ""
                        : branch.idle() == ending.size()
                                ? "waiting"
                                : "%d of %d waiting".formatted(branch.idle(), ending.size());
        return who.isEmpty() || waits.isEmpty() ? who + waits : who + ", " + waits;
    }

    private static StackRow call(
            Frame frame, int depth, String ranks, Optional<Rank> first, boolean odd, String note) {
        String place =
                frame.line() == 0 ? frame.file() : "%s:%d".formatted(frame.file(), frame.line());
        return new StackRow.Call(
                depth, ranks, first, odd, frame.function(), place, OwnFrames.isOwn(frame), note);
    }

    /** Ranks of which the same is to be said share a line. */
    private void ways(List<RankStack> stacks) {
        record Same(Optional<Rung> rung, List<String> because) {}
        Map<Same, SortedSet<Rank>> groups = new LinkedHashMap<>();
        for (RankStack stack : stacks) {
            groups.computeIfAbsent(new Same(stack.rung(), stack.because()), _ -> new TreeSet<>())
                    .add(stack.rank());
        }
        groups.forEach(
                (same, ranks) ->
                        rows.add(
                                new StackRow.Way(
                                        StackTree.names(ranks),
                                        Optional.of(ranks.getFirst()),
                                        words(same.rung(), same.because()),
                                        same.rung().isEmpty())));
    }

    private static String words(Optional<Rung> rung, List<String> because) {
        String why = String.join("; ", because);
        return rung.map(
                        way ->
                                because.isEmpty()
                                        ? Rungs.words(way)
                                        : "%s, for no better way worked: %s"
                                                .formatted(Rungs.words(way), why))
                .orElseGet(() -> "told nothing: " + why);
    }
}
