package dev.muster.gui.stacks;

import dev.muster.agent.job.Rank;
import dev.muster.agent.stacks.Frame;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;
import dev.muster.agent.stacks.ThreadStack;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What workers told when they were asked where they stand.
 *
 * @param attempt that was under way
 * @param at when they were asked
 * @param took until the last of them had answered
 * @param whom who was asked, as a phrase
 */
record Taking(int attempt, Instant at, Duration took, String whom, List<RankStack> stacks) {
    Taking {
        stacks = List.copyOf(stacks);
    }

    Optional<RankStack> of(Rank rank) {
        return stacks.stream().filter(stack -> stack.rank().equals(rank)).findFirst();
    }

    List<RankStack> told() {
        return stacks.stream().filter(stack -> stack.rung().isPresent()).toList();
    }

    List<RankStack> untold() {
        return stacks.stream().filter(stack -> stack.rung().isEmpty()).toList();
    }

    /** Who told it in which way, the best way first. */
    Map<Rung, SortedSet<Rank>> ways() {
        var ways = new TreeMap<Rung, SortedSet<Rank>>();
        for (RankStack stack : stacks) {
            stack.rung()
                    .ifPresent(
                            rung ->
                                    ways.computeIfAbsent(rung, _ -> new TreeSet<>())
                                            .add(stack.rank()));
        }
        return ways;
    }

    /** Of text that it holds. */
    long characters() {
        return stacks.stream().mapToLong(stack -> stack.text().length()).sum();
    }

    /** The calls of the rank's main thread; empty where it told none. */
    static List<Frame> mainThread(RankStack stack) {
        return stack.threads().stream()
                .filter(thread -> thread.name().equals(ThreadStack.MAIN))
                .findFirst()
                .map(ThreadStack::frames)
                .orElse(List.of());
    }
}
