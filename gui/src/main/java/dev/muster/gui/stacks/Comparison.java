package dev.muster.gui.stacks;

import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.StackTree;
import dev.muster.gui.state.Counts;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Who stands where they stood before. A loop comes by the same place again, so this alone proves no
 * hang; but who has moved does not hang.
 *
 * @param since when they were asked before
 */
record Comparison(Instant since, Duration between, SortedSet<Rank> same, SortedSet<Rank> moved) {
    /** By the main threads of those who told it both times. */
    static Comparison of(Taking before, Taking now) {
        var same = new TreeSet<Rank>();
        var moved = new TreeSet<Rank>();
        for (RankStack stack : now.told()) {
            Optional<RankStack> then =
                    before.of(stack.rank()).filter(each -> each.rung().isPresent());
            if (then.isEmpty()) continue;
            boolean isSame = Taking.mainThread(stack).equals(Taking.mainThread(then.get()));
            (isSame ? same : moved).add(stack.rank());
        }
        return new Comparison(before.at(), Duration.between(before.at(), now.at()), same, moved);
    }

    /** A sentence without its beginning, which says since when. */
    String words() {
        if (same.isEmpty()) return "all have moved on";
        if (moved.isEmpty()) {
            return same.size() == 1
                    ? StackTree.names(same) + " stands where it stood"
                    : "all %s stand where they stood".formatted(Counts.of(same.size(), "rank"));
        }
        return "%s %s where %s stood, %s moved on"
                .formatted(
                        StackTree.names(same),
                        same.size() == 1 ? "stands" : "stand",
                        same.size() == 1 ? "it" : "they",
                        StackTree.names(moved) + (moved.size() == 1 ? " has" : " have"));
    }
}
