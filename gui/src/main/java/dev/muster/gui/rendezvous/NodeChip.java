package dev.muster.gui.rendezvous;

import dev.muster.gui.fx.Mark;

/**
 * One node, or several that need not be told apart.
 *
 * @param rank its group rank, where it has one; else empty
 * @param word its state; empty where the mark says enough
 * @param here whether it is this run's own
 */
public record NodeChip(Mark mark, String rank, String name, String word, boolean here) {
    /** For those who hear it. */
    String whole() {
        String who = rank.isEmpty() ? name : "node %s, %s".formatted(rank, name);
        String state = word.isEmpty() ? "in the round" : word;
        return here ? "%s, %s, this one".formatted(who, state) : "%s, %s".formatted(who, state);
    }
}
