package dev.muster.agent.journal;

import static dev.muster.agent.journal.EventReader.because;

import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.BarrierKind;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Reads what {@link BarrierJson} writes. */
final class BarrierReader {
    private BarrierReader() {}

    /** Empty when this kind of event is none of a barrier. */
    static Optional<BarrierEvent> read(Instant at, String kind, Fields fields) {
        return Optional.ofNullable(
                switch (kind) {
                    case "barrier-awaited" ->
                            new BarrierEvent.BarrierAwaited(
                                    at,
                                    barrier(fields),
                                    fields.instant("since"),
                                    new Attendance(
                                            fields.integer("arrived"),
                                            fields.integer("expected"),
                                            fields.texts("here"),
                                            fields.texts("missing")),
                                    because(fields));
                    case "barrier-passed" ->
                            new BarrierEvent.BarrierPassed(
                                    at,
                                    barrier(fields),
                                    fields.seconds("waitedSeconds"),
                                    because(fields));
                    case "barrier-broken" ->
                            new BarrierEvent.BarrierBroken(
                                    at, barrier(fields), fields.texts("missing"), because(fields));
                    default -> null;
                });
    }

    private static BarrierKind barrier(Fields fields) {
        return fields.as(
                "barrier",
                word -> BarrierKind.valueOf(word.toUpperCase(Locale.ROOT)),
                "exit or peer");
    }
}
