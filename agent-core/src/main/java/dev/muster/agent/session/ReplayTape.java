package dev.muster.agent.session;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A recorded run by its places: place 0 is behind its first event. Its times never go back, even
 * where the clock of the agent did. Snapshots on the way are kept, so that no place is far from
 * one. Immutable.
 */
final class ReplayTape {
    private static final int BETWEEN_SNAPSHOTS = 256;

    private final List<NumberedEvent> events;
    private final List<Instant> times = new ArrayList<>();
    private final List<JobSnapshot> snapshots = new ArrayList<>();

    /**
     * @param events of a run, at least its first
     */
    ReplayTape(List<NumberedEvent> events) {
        this.events = List.copyOf(events);
        JobSnapshot present = JobSnapshot.first(events.getFirst());
        snapshots.add(present);
        times.add(events.getFirst().event().at());
        for (int place = 1; place < events.size(); place++) {
            NumberedEvent event = events.get(place);
            present = present.after(event);
            if (place % BETWEEN_SNAPSHOTS == 0) snapshots.add(present);
            Instant at = event.event().at();
            times.add(at.isBefore(times.getLast()) ? times.getLast() : at);
        }
    }

    /** Hands over every event, unless it is closed before. */
    void tell(RunHearer hearer, AtomicBoolean closed) {
        JobSnapshot present = snapshots.getFirst();
        for (NumberedEvent event : events) {
            if (closed.get()) return;
            if (event != events.getFirst()) present = present.after(event);
            hearer.happened(event, present);
        }
    }

    int last() {
        return events.size() - 1;
    }

    /** All that had happened by then. */
    List<NumberedEvent> until(int place) {
        return events.subList(0, place + 1);
    }

    long seq(int place) {
        return events.get(place).seq();
    }

    Instant at(int place) {
        return times.get(place);
    }

    JobSnapshot snapshot(int place) {
        JobSnapshot snapshot = snapshots.get(place / BETWEEN_SNAPSHOTS);
        int from = place / BETWEEN_SNAPSHOTS * BETWEEN_SNAPSHOTS;
        for (int next = from + 1; next <= place; next++)
            snapshot = snapshot.after(events.get(next));
        return snapshot;
    }

    /** Behind the last event that has this number or a smaller one; the first place at least. */
    int placeOf(long seq) {
        int place = 0;
        int end = events.size();
        while (end - place > 1) {
            int middle = (place + end) >>> 1;
            if (events.get(middle).seq() <= seq) place = middle;
            else end = middle;
        }
        return place;
    }

    /** Behind the last event that had happened at this time; the first place at least. */
    int placeAt(Instant time) {
        int place = 0;
        int end = events.size();
        while (end - place > 1) {
            int middle = (place + end) >>> 1;
            if (!times.get(middle).isAfter(time)) place = middle;
            else end = middle;
        }
        return place;
    }
}
