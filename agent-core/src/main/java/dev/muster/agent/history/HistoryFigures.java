package dev.muster.agent.history;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much of the past there is, how much is kept, and what was removed for it: as numbers, and in
 * the sentences that every screen shows.
 *
 * @param limits that are followed
 * @param problem why the user's own limits are not, in a sentence
 * @param kept the runs that are over, which alone are counted against the limits
 * @param surplus what the next clean-up will remove if nothing changes
 * @param removed what the latest clean-up that had something to remove has removed
 */
public record HistoryFigures(
        KeepLimits limits,
        Optional<String> problem,
        Amount kept,
        Amount surplus,
        Optional<CleanUp> removed) {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    /** Some runs and what their folders hold. */
    public record Amount(int runs, long bytes) {
        static Amount of(List<Long> sizes) {
            return new Amount(sizes.size(), sizes.stream().mapToLong(size -> size).sum());
        }

        /** {@code 1 run, 3.1 MiB}. */
        public String inWords() {
            return "%s %s, %s"
                    .formatted(number(runs), runs == 1 ? "run" : "runs", ByteWords.of(bytes));
        }
    }

    /** What was removed at one time. */
    public record CleanUp(Instant at, Amount what) {}

    static HistoryFigures of(
            List<PastRun> all, KeepSettings.Reading settings, List<Removal> removals, Instant now) {
        return new HistoryFigures(
                settings.limits(),
                settings.problem(),
                Amount.of(
                        all.stream()
                                .filter(run -> run.state().isOver())
                                .map(PastRun::bytes)
                                .toList()),
                Amount.of(
                        Surplus.of(all, settings.limits(), now).stream()
                                .map(surplus -> surplus.run().bytes())
                                .toList()),
                latest(removals));
    }

    /** How much there is of how much: {@code 12 runs, 3.1 MiB, of at most 5,000 runs, 50.0 GiB}. */
    public String inWords() {
        var most = new ArrayList<String>();
        limits.runs().ifPresent(runs -> most.add(number(runs) + " runs"));
        limits.bytes().map(ByteWords::of).ifPresent(most::add);
        limits.age().ifPresent(age -> most.add(number(age.toDays()) + " days"));
        return most.isEmpty()
                ? "%s are kept, without limit".formatted(kept.inWords())
                : "%s are kept, of at most %s".formatted(kept.inWords(), String.join(", ", most));
    }

    /**
     * What is to be told beside {@link #inWords}: what goes next, what went last, what is wrong.
     */
    public List<String> notices(ZoneId zone) {
        var notices = new ArrayList<String>(problem.stream().toList());
        if (surplus.runs() > 0) {
            notices.add("the next clean-up removes %s".formatted(surplus.inWords()));
        }
        removed.ifPresent(
                last ->
                        notices.add(
                                "the clean-up of %s removed %s"
                                        .formatted(
                                                MINUTE.format(last.at().atZone(zone)),
                                                last.what().inWords())));
        return notices;
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Those with the time of the newest. */
    private static Optional<CleanUp> latest(List<Removal> newestFirst) {
        return newestFirst.stream()
                .findFirst()
                .map(Removal::at)
                .map(
                        at ->
                                new CleanUp(
                                        at,
                                        Amount.of(
                                                newestFirst.stream()
                                                        .takeWhile(run -> run.at().equals(at))
                                                        .map(Removal::bytes)
                                                        .toList())));
    }
}
