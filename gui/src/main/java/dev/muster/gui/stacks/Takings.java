package dev.muster.gui.stacks;

import dev.muster.agent.job.RunId;
import dev.muster.agent.stacks.RankStack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was told since the window was opened, within limits: the oldest goes first. */
final class Takings {
    private static final int MOST_OF_A_RUN = 20;

    /** Of all runs together, in characters: a worker may tell 128 Ki of them. */
    private static final long MOST_TEXT = 16L << 20;

    private final Map<RunId, List<Taking>> byRun = new LinkedHashMap<>();

    /** Of that run, the newest first. */
    List<Taking> of(RunId run) {
        return List.copyOf(byRun.getOrDefault(run, List.of()));
    }

    void add(RunId run, Taking taking) {
        List<Taking> known = byRun.computeIfAbsent(run, _ -> new ArrayList<>());
        known.addFirst(taking);
        if (known.size() > MOST_OF_A_RUN) known.removeLast();
        while (text() > MOST_TEXT && dropOldest(taking)) {
            // until it fits
        }
    }

    /**
     * The newest one before {@code taking}, of the same attempt, that tells of some of its ranks.
     */
    Optional<Taking> before(RunId run, Taking taking) {
        List<Taking> known = of(run);
        return known.stream()
                .skip(known.indexOf(taking) + 1L)
                .filter(older -> older.attempt() == taking.attempt())
                .filter(older -> taking.told().stream().anyMatch(each -> hasTold(older, each)))
                .findFirst();
    }

    private static boolean hasTold(Taking older, RankStack other) {
        return older.of(other.rank()).filter(each -> each.rung().isPresent()).isPresent();
    }

    private long text() {
        return byRun.values().stream().flatMap(List::stream).mapToLong(Taking::characters).sum();
    }

    /** Whether there was another one than {@code kept}. */
    private boolean dropOldest(Taking kept) {
        for (List<Taking> ofRun : byRun.values()) {
            if (ofRun.isEmpty() || ofRun.getLast() == kept) continue;
            ofRun.removeLast();
            return true;
        }
        return false;
    }
}
