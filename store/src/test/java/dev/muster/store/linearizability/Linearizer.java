package dev.muster.store.linearizability;

import dev.muster.store.linearizability.Step.Act;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for an order in which one store, doing one step after the other, could have done all that
 * the diaries tell.
 *
 * <p>A step comes after every step that ended before it began, and after all that its connection
 * asked before. The search is that of Wing and Gong (Testing and Verifying Concurrent Objects,
 * 1993) with Lowe's memory (Testing for Linearizability, 2017): it never goes on twice from the
 * same steps done with the same left behind by them. Steps that share no name, be it by way of
 * others, are looked at apart: what holds for each such group holds for all (Herlihy and Wing,
 * 1990).
 */
final class Linearizer {
    private record Visited(long done, Moment moment) {}

    private final List<Step> steps;
    private final long[] after; // whose steps have to be done before
    private final long[] instead; // whose steps must not have been done
    private final long certain;
    private final Set<Visited> visited = new HashSet<>();

    private Linearizer(List<List<Step>> byConnection) {
        this.steps = byConnection.stream().flatMap(List::stream).toList();
        if (steps.size() > Long.SIZE) {
            throw new IllegalArgumentException(
                    "steps: %d (expected: <= %d)".formatted(steps.size(), Long.SIZE));
        }
        this.after = new long[steps.size()];
        this.instead = new long[steps.size()];
        long needed = 0;
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).certain()) needed |= bit(i);
            for (int j = 0; j < steps.size(); j++) {
                if (steps.get(j).to() < steps.get(i).from()) after[i] |= bit(j);
            }
        }
        this.certain = needed;
        int first = 0;
        for (var diary : byConnection) {
            orderWithin(first, diary.size());
            first += diary.size();
        }
    }

    /** Whether there is such an order. */
    static boolean explains(List<List<Step>> byConnection) {
        return SharedNames.split(byConnection).stream()
                .allMatch(group -> new Linearizer(group).search(0, Moment.first()));
    }

    /** A connection is served in the order in which it asked, until it is forgotten. */
    private void orderWithin(int first, int count) {
        for (int i = first; i < first + count; i++) {
            boolean forgotten = steps.get(i).act() instanceof Act.Forget;
            for (int j = first; j < i; j++) {
                if (!forgotten || steps.get(j).certain()) after[i] |= bit(j);
                else instead[j] |= bit(i);
            }
        }
    }

    private boolean search(long done, Moment moment) {
        if ((done & certain) == certain) return true;
        if (!visited.add(new Visited(done, moment))) return false;
        for (int i = 0; i < steps.size(); i++) {
            boolean due = (done & bit(i)) == 0 && (after[i] & ~done) == 0;
            if (!due || (instead[i] & done) != 0) continue;
            var next = moment.after(steps.get(i).act());
            if (next.isPresent() && search(done | bit(i), next.get())) return true;
        }
        return false;
    }

    private static long bit(int index) {
        return 1L << index;
    }
}
