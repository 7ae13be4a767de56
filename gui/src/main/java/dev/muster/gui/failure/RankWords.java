package dev.muster.gui.failure;

import dev.muster.agent.job.Rank;

import java.util.ArrayList;
import java.util.List;

/** Many ranks in few words. */
final class RankWords {
    private RankWords() {}

    /** {@code rank 4}, {@code ranks 0, 1, 3–7}. */
    static String of(List<Rank> ranks) {
        var parts = new ArrayList<String>();
        List<Integer> sorted = ranks.stream().map(Rank::value).sorted().distinct().toList();
        for (int i = 0; i < sorted.size(); ) {
            int last = i;
            while (last + 1 < sorted.size() && sorted.get(last + 1) == sorted.get(last) + 1) last++;
            parts.add(span(sorted.get(i), sorted.get(last)));
            i = last + 1;
        }
        return (sorted.size() == 1 ? "rank " : "ranks ") + String.join(", ", parts);
    }

    private static String span(int first, int last) {
        if (first == last) return Integer.toString(first);
        return first + 1 == last ? "%d, %d".formatted(first, last) : "%d–%d".formatted(first, last);
    }
}
