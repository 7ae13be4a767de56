package dev.muster.agent.rendezvous;

import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * All that one node knows about its rendezvous beside the shared state.
 *
 * @param heard the others' signs of life
 * @param foreign peers that are not ours: torchrun's agents
 * @param skewed foreign peers whose clock was complained about
 * @param lastMembers who was in the last round we had a rank in
 * @param lost who of them was told to be lost since
 * @param sparesPossible whether the shared state has a place for spares
 * @param ended whose lease has run out, where nodes live by leases
 * @param memory of the shared state
 */
public record Standing(
        Seat seat,
        Heard heard,
        Set<Node> foreign,
        Set<Node> skewed,
        SortedSet<Node> lastMembers,
        Set<Node> lost,
        boolean sparesPossible,
        Set<Node> ended,
        Memory memory) {
    /** Before anything happened. */
    public static final Standing START =
            new Standing(
                    new Seat.Outside(),
                    Heard.NOTHING,
                    Set.of(),
                    Set.of(),
                    Collections.emptySortedSet(),
                    Set.of(),
                    true,
                    Set.of(),
                    Memory.NOTHING);

    public Standing {
        foreign = Set.copyOf(foreign);
        skewed = Set.copyOf(skewed);
        lost = Set.copyOf(lost);
        ended = Set.copyOf(ended);
        lastMembers = Collections.unmodifiableSortedSet(lastMembers);
    }

    /** How many nodes the job may have; empty while that is what this node was told first. */
    public Optional<Scaling> scaling() {
        return memory.scaling();
    }

    Standing with(Seat next) {
        return new Standing(
                next, heard, foreign, skewed, lastMembers, lost, sparesPossible, ended, memory);
    }

    Standing with(Heard next) {
        return new Standing(
                seat, next, foreign, skewed, lastMembers, lost, sparesPossible, ended, memory);
    }

    Standing withForeign(Set<Node> next) {
        return new Standing(
                seat, heard, next, skewed, lastMembers, lost, sparesPossible, ended, memory);
    }

    Standing withSkewed(Set<Node> next) {
        return new Standing(
                seat, heard, foreign, next, lastMembers, lost, sparesPossible, ended, memory);
    }

    /** In a round, where nobody has been lost yet. */
    Standing withLastMembers(SortedSet<Node> next) {
        return new Standing(
                seat, heard, foreign, skewed, next, Set.of(), sparesPossible, ended, memory);
    }

    Standing withLost(Set<Node> next) {
        return new Standing(
                seat, heard, foreign, skewed, lastMembers, next, sparesPossible, ended, memory);
    }

    Standing withSparesPossible(boolean next) {
        return new Standing(seat, heard, foreign, skewed, lastMembers, lost, next, ended, memory);
    }

    Standing withEnded(Set<Node> next) {
        return new Standing(
                seat, heard, foreign, skewed, lastMembers, lost, sparesPossible, next, memory);
    }

    Standing with(Memory next) {
        return new Standing(
                seat, heard, foreign, skewed, lastMembers, lost, sparesPossible, ended, next);
    }

    Standing with(Scaling next) {
        return with(memory.with(next));
    }
}
