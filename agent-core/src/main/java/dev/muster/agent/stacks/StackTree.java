package dev.muster.agent.stacks;

import dev.muster.agent.job.Rank;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The stacks of many ranks as one tree: what they have in common is told once, and where they part,
 * the branch with the fewest comes first, for that is the one to look at.
 *
 * @param threads the main threads of all, then those of other names
 */
public record StackTree(List<Branch> threads) {
    private static final Comparator<Branch> ODD_FIRST =
            Comparator.<Branch>comparingInt(branch -> branch.ranks().size())
                    .thenComparing(branch -> branch.ranks().getFirst());

    /**
     * A frame and what was called from there.
     *
     * @param frame at the root of each tree it stands for the thread, whose name it has
     * @param ranks who is there; never empty
     * @param idle how many of them are known to wait, of those that go no further
     */
    public record Branch(Frame frame, SortedSet<Rank> ranks, int idle, List<Branch> calls) {
        public Branch {
            ranks = java.util.Collections.unmodifiableSortedSet(new TreeSet<>(ranks));
            calls = List.copyOf(calls);
        }

        /** Who goes no further. */
        public SortedSet<Rank> ending() {
            var left = new TreeSet<>(ranks);
            calls.forEach(call -> left.removeAll(call.ranks()));
            return left;
        }
    }

    public StackTree {
        threads = List.copyOf(threads);
    }

    /** Of all who could be asked. */
    public static StackTree of(List<RankStack> stacks) {
        var roots = new LinkedHashMap<String, Draft>();
        roots.put(ThreadStack.MAIN, new Draft(thread(ThreadStack.MAIN)));
        for (RankStack stack : stacks) {
            for (ThreadStack thread : stack.threads()) {
                roots.computeIfAbsent(thread.name(), name -> new Draft(thread(name)))
                        .add(stack.rank(), thread);
            }
        }
        return new StackTree(
                roots.values().stream()
                        .filter(root -> !root.ranks.isEmpty())
                        .map(Draft::branch)
                        .toList());
    }

    /**
     * Who stands elsewhere than most, where most stand somewhere, as a sentence; judged by the main
     * threads. Empty where all stand together, or everybody stands alone.
     */
    public Optional<String> odd() {
        Optional<Branch> root =
                threads.stream()
                        .filter(branch -> branch.frame().function().equals(ThreadStack.MAIN))
                        .findFirst();
        while (root.isPresent()) {
            Branch here = root.get();
            SortedSet<Rank> staying = here.ending();
            if (here.calls().isEmpty()) return Optional.empty();
            if (staying.isEmpty() && here.calls().size() == 1) {
                root = Optional.of(here.calls().getFirst());
                continue;
            }
            return parting(here, staying);
        }
        return Optional.empty();
    }

    private static Optional<String> parting(Branch here, SortedSet<Rank> staying) {
        var groups = new ArrayList<Branch>(here.calls());
        if (!staying.isEmpty()) groups.add(new Branch(here.frame(), staying, 0, List.of()));
        groups.sort(ODD_FIRST);
        Branch most = groups.removeLast();
        if (most.ranks().size() * 2 <= here.ranks().size()) return Optional.empty();
        String odd =
                groups.stream()
                        .map(group -> "%s in %s".formatted(names(group.ranks()), end(group)))
                        .collect(Collectors.joining("; "));
        return Optional.of("%s, unlike %s in %s".formatted(odd, names(most.ranks()), end(most)));
    }

    /** The innermost call that all of them are in. */
    private static String end(Branch group) {
        Branch at = group;
        while (at.calls().size() == 1 && at.ending().isEmpty()) at = at.calls().getFirst();
        return at.frame().brief();
    }

    /** {@code rank 5}, {@code ranks 0-4, 6}. */
    public static String names(SortedSet<Rank> ranks) {
        var spans = new ArrayList<String>();
        List<Integer> all = ranks.stream().map(Rank::value).toList();
        for (int from = 0; from < all.size(); ) {
            int to = from;
            while (to + 1 < all.size() && all.get(to + 1) == all.get(to) + 1) to++;
            spans.add(from == to ? all.get(from) + "" : all.get(from) + "-" + all.get(to));
            from = to + 1;
        }
        return (all.size() == 1 ? "rank " : "ranks ") + String.join(", ", spans);
    }

    private static Frame thread(String name) {
        return new Frame(name, "", 0);
    }

    /** A branch that still grows. */
    private static final class Draft {
        private final Frame frame;
        private final SortedSet<Rank> ranks = new TreeSet<>();
        private final Map<Frame, Draft> calls = new LinkedHashMap<>();
        private int idle;

        Draft(Frame frame) {
            this.frame = frame;
        }

        void add(Rank rank, ThreadStack thread) {
            Draft at = this;
            at.ranks.add(rank);
            for (Frame each : thread.frames()) {
                at = at.calls.computeIfAbsent(each, Draft::new);
                at.ranks.add(rank);
            }
            if (thread.idle()) at.idle++;
        }

        /** Recursion would overflow on a stack that somebody made up: frames are limited. */
        Branch branch() {
            return new Branch(
                    frame,
                    ranks,
                    idle,
                    calls.values().stream().map(Draft::branch).sorted(ODD_FIRST).toList());
        }
    }
}
