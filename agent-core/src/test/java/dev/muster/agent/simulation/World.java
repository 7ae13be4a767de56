package dev.muster.agent.simulation;

import dev.muster.agent.loop.Timers;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;
import java.util.Random;

/** An agenda, and a clock that jumps along it. What happens at one instant happens in order. */
public final class World implements Timers, InstantSource {
    private static final int MOST_EVENTS = 100_000;

    private record Entry(Instant at, long order, Runnable action) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = at.compareTo(other.at);
            return byTime == 0 ? Long.compare(order, other.order) : byTime;
        }
    }

    private final Random random;
    private final PriorityQueue<Entry> agenda = new PriorityQueue<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long order;

    public World(long seed) {
        random = new Random(seed);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public void at(Instant when, Runnable action) {
        agenda.add(new Entry(when, order++, action));
    }

    public void in(Duration delay, Runnable action) {
        at(now.plus(delay), action);
    }

    public boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** Up to {@code most}, in whole milliseconds. */
    public Duration within(Duration most) {
        return Duration.ofMillis(random.nextLong(most.toMillis() + 1));
    }

    /** Lets everything on the agenda happen; checks after every event. */
    public void runUntilQuiet(Runnable check) {
        for (int events = 0; !agenda.isEmpty(); events++) {
            if (events == MOST_EVENTS) throw new AssertionError("the world never comes to rest");
            runNext();
            check.run();
        }
    }

    /** Lets everything happen that is due until then; checks after every event. */
    public void runUntil(Instant end, Runnable check) {
        while (!agenda.isEmpty() && !agenda.peek().at().isAfter(end)) {
            runNext();
            check.run();
        }
        if (end.isAfter(now)) now = end;
    }

    private void runNext() {
        var next = agenda.remove();
        if (next.at().isAfter(now)) now = next.at();
        next.action().run();
    }
}
