package dev.muster.agent.barrier;

import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who has come how far in an epoch, as one participant sees it. Times are its uptimes.
 *
 * @param phase what is waited for: that everybody enters, or that everybody is informed
 * @param arrived who has done so, and when we learned of it; ourselves included
 * @param missing who has not, ourselves included
 */
public record RollCall(
        long generation,
        long epoch,
        BarrierPhase phase,
        SortedMap<PeerId, Duration> arrived,
        SortedMap<PeerId, Absence> missing) {
    /**
     * What is known of somebody who is missing.
     *
     * @param lastHeard how long ago it last gave a sign of life; empty for never
     * @param refusal why it or we were turned away, if that is why it is not connected
     */
    public record Absence(
            Presence presence, Optional<Duration> lastHeard, Optional<String> refusal) {}

    public RollCall {
        arrived = Collections.unmodifiableSortedMap(new TreeMap<>(arrived));
        missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
    }

    /** When the first of those who are here came; empty where nobody is. */
    public Optional<Duration> since() {
        return arrived.values().stream().min(Duration::compareTo);
    }
}
