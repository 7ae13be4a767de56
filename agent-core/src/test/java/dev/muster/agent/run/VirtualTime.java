package dev.muster.agent.run;

import dev.muster.agent.loop.Timers;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that stands until the test moves it, and timers that ring on the way. */
final class VirtualTime implements InstantSource, Timers {
    private record Alarm(Instant when, Runnable action) {}

    private final List<Alarm> alarms = new ArrayList<>();
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public void at(Instant when, Runnable action) {
        alarms.add(new Alarm(when, action));
    }

    void pass(Duration time) {
        Instant until = now.plus(time);
        while (true) {
            var next =
                    alarms.stream()
                            .filter(alarm -> !alarm.when().isAfter(until))
                            .min(Comparator.comparing(Alarm::when));
            if (next.isEmpty()) break;
            alarms.remove(next.get());
            if (next.get().when().isAfter(now)) now = next.get().when();
            next.get().action().run();
        }
        now = until;
    }
}
