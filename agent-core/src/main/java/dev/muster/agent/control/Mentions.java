package dev.muster.agent.control;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What may come again and again, as a refusal may: of each caller some within a minute are worth a
 * line each, and all that come on top of those one line together. Decides only; one thread at a
 * time.
 */
final class Mentions {
    /** Of one caller, within a minute. */
    static final int MOST = 20;

    /** Callers at a time; those beyond count as one. */
    private static final int MOST_CALLERS = 256;

    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final String OTHERS = "others";

    /** What was not told one by one. */
    record Rest(String who, int count, String latest) {
        String inWords() {
            return "%d more within a minute, the latest: %s".formatted(count, latest);
        }
    }

    private record Count(Instant since, int times, String latest) {
        private int untold() {
            return Math.max(0, times - MOST);
        }

        private boolean isOver(Instant now) {
            return !now.isBefore(since.plus(WINDOW));
        }
    }

    private final Map<String, Count> counts = new LinkedHashMap<>();

    /** Counts one more, and says whether it is worth a line of its own. */
    boolean isNews(String who, String what, Instant now) {
        String counted = counts.containsKey(who) || counts.size() < MOST_CALLERS ? who : OTHERS;
        Count before = counts.getOrDefault(counted, new Count(now, 0, ""));
        var count = new Count(before.since(), before.times() + 1, what);
        counts.put(counted, count);
        return count.untold() == 0;
    }

    /** What is left to be told of those whose minute is over, who begin anew. */
    List<Rest> due(Instant now) {
        var due = new ArrayList<Rest>();
        counts.entrySet()
                .removeIf(
                        caller -> {
                            Count count = caller.getValue();
                            if (!count.isOver(now)) return false;
                            if (count.untold() > 0) {
                                due.add(new Rest(caller.getKey(), count.untold(), count.latest()));
                            }
                            return true;
                        });
        return due;
    }

    /** The same of everybody, at the end. */
    List<Rest> all() {
        return due(Instant.MAX);
    }

    boolean hasUntold() {
        return counts.values().stream().anyMatch(count -> count.untold() > 0);
    }
}
