package dev.muster.agent.journal;

import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent;

import tools.jackson.core.JsonGenerator;

import java.util.List;
import java.util.Locale;

/** The part of {@link EventJson} that is about barriers. */
final class BarrierJson {
    private BarrierJson() {}

    static void write(JsonGenerator json, BarrierEvent event) {
        switch (event) {
            case BarrierEvent.BarrierAwaited awaited -> {
                begin(json, "barrier-awaited", awaited);
                json.writeStringProperty("since", awaited.since().toString());
                Attendance attendance = awaited.attendance();
                json.writeNumberProperty("arrived", attendance.arrived());
                json.writeNumberProperty("expected", attendance.expected());
                names(json, "here", attendance.here());
                names(json, "missing", attendance.missing());
                EventJson.because(json, awaited.because());
            }
            case BarrierEvent.BarrierPassed passed -> {
                begin(json, "barrier-passed", passed);
                EventJson.seconds(json, "waitedSeconds", passed.waited());
                EventJson.because(json, passed.because());
            }
            case BarrierEvent.BarrierBroken broken -> {
                begin(json, "barrier-broken", broken);
                names(json, "missing", broken.missing());
                EventJson.because(json, broken.because());
            }
        }
    }

    private static void begin(JsonGenerator json, String name, BarrierEvent event) {
        EventJson.name(json, name);
        json.writeStringProperty("barrier", event.kind().name().toLowerCase(Locale.ROOT));
    }

    private static void names(JsonGenerator json, String name, List<String> names) {
        json.writeArrayPropertyStart(name);
        names.forEach(json::writeString);
        json.writeEndArray();
    }
}
