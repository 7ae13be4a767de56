package dev.muster.agent.round;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RoundStore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Where agents whose workers are done wait for the others, in torchrun's keys (elastic-agent §1.1,
 * §3.3). Ours leave their trace when they arrive and not only when they give up, so that whoever
 * waits can say for whom while waiting. torchrun's agents leave none.
 */
record ExitBarrier(RoundStore store, int groupRank, int groupWorldSize) {
    private static final String PREFIX = "torchelastic/agent/terminal_state";
    private static final byte[] IGNORED = "<val_ignored>".getBytes(UTF_8);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration FIRST_LOOK = Duration.ofSeconds(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    /** In which an agent that arrives is counted. */
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private static final int MOST_NAMED = 16;

    /**
     * Who has come, and who has not.
     *
     * @param arrived how many have
     * @param here who is known to have, among the first
     * @param suspects who may not have, or the first of them: more than are missing where
     *     torchrun's agents take part
     */
    record Roll(int arrived, List<Integer> here, List<Integer> suspects) {
        Roll {
            here = List.copyOf(here);
            suspects = List.copyOf(suspects);
        }
    }

    /**
     * Blocks until all have come. May be called again when the store was lost on the way, whether
     * or not it remembers that we came.
     *
     * @param waiting told who is there and who is missing, each time that has changed
     * @throws RendezvousException.TimedOut when they have not come in time
     */
    void pass(Duration atMost, Consumer<Roll> waiting) {
        if (!arrive()) await(atMost, waiting);
    }

    /**
     * Answers whether all have come; then whoever hosts the store may leave at once. Whoever comes
     * again may have been counted already and does not count itself twice: should it never have
     * been, its arrival still tells.
     */
    private boolean arrive() {
        store.set(trace(groupRank), IGNORED, ANSWER);
        if (store.add(arrivals(groupRank), 1, ANSWER) > 1) return false;
        if (store.add(PREFIX + "/num_members", 1, ANSWER) < groupWorldSize) return false;
        letGo();
        return true;
    }

    private void letGo() {
        store.set(PREFIX + "/last_member", IGNORED, ANSWER);
    }

    private void await(Duration atMost, Consumer<Roll> waiting) {
        Duration left = atMost;
        Duration look = FIRST_LOOK;
        Optional<Roll> told = Optional.empty();
        while (true) {
            Duration slice = look.compareTo(left) < 0 ? look : left;
            if (isThere(PREFIX + "/last_member", slice)) return;
            left = left.minus(slice);
            if (!left.isPositive()) {
                throw new RendezvousException.TimedOut(
                        "the other nodes were not done within %d s".formatted(atMost.toSeconds()));
            }
            Roll roll = roll();
            if (isComplete(roll)) {
                letGo(); // whoever came last could not, or takes the group for a larger one
                return;
            }
            if (!told.equals(Optional.of(roll))) waiting.accept(roll);
            told = Optional.of(roll);
            look = BETWEEN_LOOKS;
        }
    }

    static ExitBarrier of(RendezvousInfo round) {
        return new ExitBarrier(round.store(), round.groupRank(), round.worldSize());
    }

    /** How many nodes' workers are done in this round. */
    long arrived() {
        return store.add(PREFIX + "/num_members", 0, ANSWER);
    }

    /**
     * Whether the agents of all these ranks, of whom nothing is heard, have come. torchrun's are
     * silent while they wait here, and are known by number only; so as many as were counted beside
     * ours are taken to be of these. Where it was another of torchrun's, that falls silent as well,
     * and the numbers tell.
     */
    boolean has(List<Integer> groupRanks) {
        long unknown = groupRanks.stream().filter(node -> !hasCome(node)).count();
        if (unknown == 0 || unknown <= beside()) return true;
        // nobody is done, or one of ours, as it may be this one, is known and about to be counted
        return arrived() > 0 && (isThere(PREFIX + "/last_member", MOMENT) || unknown <= beside());
    }

    /** How many were counted beside ours; fewer while one of ours arrives. */
    private long beside() {
        long arrived = arrived(); // asked first, since ours are known before they are counted
        return arrived - IntStream.range(0, groupWorldSize).filter(this::hasCome).count();
    }

    private boolean isComplete(Roll roll) {
        return roll.arrived() >= groupWorldSize || roll.here().size() == groupWorldSize;
    }

    private Roll roll() {
        var here = new ArrayList<Integer>();
        var suspects = new ArrayList<Integer>();
        for (int node = 0; node < groupWorldSize && suspects.size() < MOST_NAMED; node++) {
            (hasCome(node) ? here : suspects).add(node);
        }
        return new Roll((int) arrived(), here, suspects);
    }

    /** Asked so that the answer is immediate either way, and no slow store passes for a no. */
    private boolean hasCome(int node) {
        return store.add(arrivals(node), 0, ANSWER) > 0;
    }

    private boolean isThere(String key, Duration atMost) {
        try {
            byte[] _ = store.get(key, atMost);
            return true;
        } catch (RendezvousException.TimedOut _) {
            return false;
        }
    }

    /** Ours: counts how often a node has come, which is once where no connection breaks. */
    private static String arrivals(int node) {
        return PREFIX + node + "/ARRIVALS";
    }

    private static String trace(int node) {
        return PREFIX + node + "/TRACE";
    }
}
