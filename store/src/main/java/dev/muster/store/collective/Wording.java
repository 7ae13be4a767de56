package dev.muster.store.collective;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** How a meeting that failed is told: in PyTorch's words, since people search for them. */
final class Wording {
    private static final int MOST_NAMED = 16;
    private static final int DIGITS_OF_NANOS = 9;

    private Wording() {}

    /**
     * The whole sentence.
     *
     * @param what was waited for
     * @param missing who did not come
     */
    static String timedOut(
            String what,
            int rank,
            String keyPrefix,
            int worldSize,
            String missing,
            Duration allowed) {
        return "Timed out waiting %s on rank %d, for key prefix: %s (world_size=%d, missing_ranks=[%s], timeout=%s)"
                .formatted(what, rank, keyPrefix, worldSize, missing, seconds(allowed));
    }

    /** The first of those who are absent, how many more there are, and how many were not seen. */
    static String some(Absent absent, IntFunction<String> nameOf) {
        String unseen = absent.unseen() > 0 ? absent.unseen() + " not looked at in time" : "";
        return Stream.of(some(absent.ranks(), nameOf), unseen)
                .filter(part -> !part.isEmpty())
                .collect(joining("; "));
    }

    private static String some(List<Integer> ranks, IntFunction<String> nameOf) {
        String named = ranks.stream().limit(MOST_NAMED).map(nameOf::apply).collect(joining(", "));
        int more = ranks.size() - MOST_NAMED;
        return more > 0 ? "%s and %d more".formatted(named, more) : named;
    }

    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds())
                .add(BigDecimal.valueOf(duration.getNano(), DIGITS_OF_NANOS))
                .stripTrailingZeros()
                .toPlainString();
    }
}
