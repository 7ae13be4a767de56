package dev.muster.agent.event;

import dev.muster.agent.job.Rank;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the workers of a run use, as last measured. A measurement is no event: it is neither
 * numbered nor journaled, and the next one takes its place.
 *
 * @param past sums over all workers of the last {@link #REMEMBERED} measurements, this one last
 */
public record RunUsage(Instant at, Map<Rank, WorkerUsage> byRank, List<Sum> past) {
    /** At one every two seconds, five minutes. */
    public static final int REMEMBERED = 150;

    /** Of all workers. */
    public record Sum(Instant at, double cores, long residentBytes) {}

    public RunUsage {
        byRank = Map.copyOf(byRank);
        past = List.copyOf(past);
    }

    /** The first measurement of a run. */
    public static RunUsage first(Instant at, Map<Rank, WorkerUsage> byRank) {
        return new RunUsage(at, byRank, List.of(sum(at, byRank)));
    }

    /** The next one, with this one in its past. */
    public RunUsage next(Instant later, Map<Rank, WorkerUsage> measured) {
        var sums = new ArrayList<>(past);
        sums.add(sum(later, measured));
        return new RunUsage(
                later, measured, sums.subList(Math.max(0, sums.size() - REMEMBERED), sums.size()));
    }

    private static Sum sum(Instant at, Map<Rank, WorkerUsage> byRank) {
        return new Sum(
                at,
                byRank.values().stream().mapToDouble(WorkerUsage::cores).sum(),
                byRank.values().stream().mapToLong(WorkerUsage::residentBytes).sum());
    }
}
