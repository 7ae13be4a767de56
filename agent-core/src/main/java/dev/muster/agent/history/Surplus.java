package dev.muster.agent.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A run that is to go because there are more than are to be kept, and why. Those go that ended
 * first; never one that may still run, nor one that ended within the last day.
 */
public record Surplus(PastRun run, String because) {
    private static final Duration YOUNG = Duration.ofDays(1);

    /** The runs that go, oldest end first. Decides only. */
    public static List<Surplus> of(List<PastRun> all, KeepLimits limits, Instant now) {
        List<PastRun> over =
                all.stream()
                        .filter(run -> run.state().isOver())
                        .sorted(Comparator.comparing(Surplus::end).thenComparing(PastRun::run))
                        .toList();
        long bytes = over.stream().mapToLong(PastRun::bytes).sum();
        int runs = over.size();
        var surplus = new ArrayList<Surplus>();
        for (PastRun oldest : over) {
            Duration age = Duration.between(end(oldest), now);
            if (age.compareTo(YOUNG) < 0) break;
            Optional<String> because = because(age, runs, bytes, limits);
            if (because.isEmpty()) break; // the next is younger, and those left are no more
            surplus.add(new Surplus(oldest, because.get()));
            runs--;
            bytes -= oldest.bytes();
        }
        return surplus;
    }

    private static Optional<String> because(Duration age, int runs, long bytes, KeepLimits limits) {
        if (limits.age().isPresent() && age.compareTo(limits.age().get()) > 0) {
            return Optional.of(
                    "it ended %d days ago, and runs are kept for %d"
                            .formatted(age.toDays(), limits.age().get().toDays()));
        }
        if (limits.runs().isPresent() && runs > limits.runs().get()) {
            return Optional.of(
                    "it was the oldest of %d runs, and %d are kept"
                            .formatted(runs, limits.runs().get()));
        }
        if (limits.bytes().isPresent() && bytes > limits.bytes().get()) {
            return Optional.of(
                    "it was the oldest of runs that took %s, and %s are kept"
                            .formatted(ByteWords.of(bytes), ByteWords.of(limits.bytes().get())));
        }
        return Optional.empty();
    }

    /** Of a run of which nobody saw the end, its start. */
    private static Instant end(PastRun run) {
        return run.endedAt().orElse(run.startedAt());
    }
}
