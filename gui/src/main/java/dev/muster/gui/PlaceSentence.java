package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.session.Connection;
import dev.muster.gui.state.RunStanding;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Finds what is to be said of where a run is; for most there is nothing to say. */
final class PlaceSentence {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    private PlaceSentence() {}

    static Optional<String> of(PlaceSnapshot place, JobSnapshot job, ZoneId zone) {
        return switch (place.kind()) {
            case RECORDED -> Optional.of(PlaceRights.RECORDED);
            case OBSERVED -> Optional.of(PlaceRights.WATCHED);
            case OWN, HERE, REMOTE ->
                    RunStanding.isActive(job)
                            ? broken(place.now().connection(), place.time().instant(), zone)
                                    .or(() -> PlaceRights.of(place).whyNotSteered())
                            : Optional.empty();
        };
    }

    private static Optional<String> broken(Connection connection, Instant since, ZoneId zone) {
        return switch (connection) {
            case Connection.Connected _ -> Optional.empty();
            case Connection.Reconnecting(_, var because, _) ->
                    Optional.of(
                            "Not reached since %s: %s. This is how it stood then; it is tried again by itself."
                                    .formatted(TIME.format(since.atZone(zone)), because));
            case Connection.Lost(var because) ->
                    Optional.of(
                            "Not reached since %s: %s. This is how it stood then."
                                    .formatted(TIME.format(since.atZone(zone)), because));
        };
    }
}
