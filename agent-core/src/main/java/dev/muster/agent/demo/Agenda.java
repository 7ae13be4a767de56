package dev.muster.agent.demo;

import dev.muster.agent.loop.Timers;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** A clock that jumps along what is planned. One thread. */
final class Agenda implements Timers, InstantSource {
    private record Entry(Instant at, long order, Runnable action) {}

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparing(Entry::order));
    private Instant now;
    private long order;

    Agenda(Instant now) {
        this.now = now;
    }

    @Override
    public void at(Instant when, Runnable action) {
        entries.add(new Entry(when, order++, action));
    }

    /** The time of what is being done, or the one last advanced to. */
    @Override
    public Instant instant() {
        return now;
    }

    /** Does everything that is due by {@code until}, including what is planned on the way. */
    void advanceTo(Instant until) {
        for (Entry next = entries.peek();
                next != null && !next.at().isAfter(until);
                next = entries.peek()) {
            entries.remove();
            if (next.at().isAfter(now)) now = next.at();
            next.action().run();
        }
        if (until.isAfter(now)) now = until;
    }

    /** When the next thing happens; absent when nothing is planned. */
    Optional<Instant> nextAt() {
        return Optional.ofNullable(entries.peek()).map(Entry::at);
    }
}
