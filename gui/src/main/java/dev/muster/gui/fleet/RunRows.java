package dev.muster.gui.fleet;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetPlace;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.fleet.RunAt;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.session.Connection;
import dev.muster.gui.fx.Days;
import dev.muster.gui.state.RunStanding;
import dev.muster.gui.state.Standing;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The rows of runs, one for each and always the same one. FX thread. */
final class RunRows {
    private final Days days;
    private final Map<RunAt, RunRow> rows = new HashMap<>();

    RunRows(Days days) {
        this.days = days;
    }

    RunRow of(PlaceSnapshot place, JobSnapshot job, Instant now) {
        Standing standing = RunStanding.of(job, place.time().instant());
        Optional<String> why = RunStanding.isActive(job) ? outOfReach(place) : Optional.empty();
        RunRow row =
                rows.computeIfAbsent(
                        new RunAt(place.id(), job.run()),
                        at ->
                                new RunRow(
                                        at,
                                        job.spec().entrypoint().shortName(),
                                        days.of(job.startedAt(), now),
                                        standing));
        boolean isGone = why.isPresent() && place.kind() == FleetPlace.Kind.HERE;
        row.stands(
                isGone
                        ? new Standing(standing.mark(), "agent gone · " + standing.words())
                        : standing,
                why);
        return row;
    }

    RunRow of(PastRun run, Instant now) {
        Standing standing = PastStanding.of(run, now);
        RunRow row =
                rows.computeIfAbsent(
                        new RunAt(Fleet.RECORDED, run.run()),
                        at ->
                                new RunRow(
                                        at,
                                        run.name().isEmpty() ? run.run().value() : run.name(),
                                        days.of(run.startedAt(), now),
                                        standing));
        row.stands(standing, Optional.empty());
        return row;
    }

    private static Optional<String> outOfReach(PlaceSnapshot place) {
        return switch (place.now().connection()) {
            case Connection.Connected _ -> Optional.empty();
            case Connection.Reconnecting(_, var because, _) -> Optional.of(because);
            case Connection.Lost(var because) -> Optional.of(because);
        };
    }
}
