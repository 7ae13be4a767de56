package dev.muster.gui.testing;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.RunState;
import dev.muster.agent.job.RunId;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.RemoteSession.Lack;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Places of a fleet as they may stand, and runs of the past. */
public final class FleetStory {
    private FleetStory() {}

    public static FleetSnapshot of(PlaceSnapshot... places) {
        return new FleetSnapshot(List.of(places), Optional.empty());
    }

    /** The background agent of this computer. */
    public static PlaceSnapshot here(JobSnapshot... runs) {
        return place("here", Kind.HERE, "Background agent", new Connection.Connected(), runs);
    }

    /** Another process of this computer, which is gone since then. */
    public static PlaceSnapshot gone(Instant since, JobSnapshot... runs) {
        return still(
                place(
                        "gone",
                        Kind.HERE,
                        "muster run, pid 812",
                        new Connection.Lost("the agent (pid 812) has ended"),
                        runs),
                since);
    }

    /** A machine that is reached. */
    public static PlaceSnapshot machine(String name, JobSnapshot... runs) {
        return place(name, Kind.REMOTE, name + " (ssh)", new Connection.Connected(), runs);
    }

    /** An agent on another machine that we are paired with, and may do so much. */
    public static PlaceSnapshot paired(String name, Role role, JobSnapshot... runs) {
        String title = "%s (paired, %s)".formatted(name, role.word());
        PlaceSnapshot place = place(name, Kind.REMOTE, title, new Connection.Connected(), runs);
        return new PlaceSnapshot(
                place.id(),
                place.kind(),
                title,
                true,
                place.now(),
                place.time(),
                place.lack(),
                role);
    }

    /** A machine that is not reached since then. */
    public static PlaceSnapshot unreached(
            String name, Instant since, String because, JobSnapshot... runs) {
        var trying = new Connection.Reconnecting(since, because, since.plusSeconds(30));
        return still(place(name, Kind.REMOTE, name + " (ssh)", trying, runs), since);
    }

    /** A machine that is reached, on which something is missing. */
    public static PlaceSnapshot lacking(String name, Lack lack) {
        PlaceSnapshot place = machine(name);
        return new PlaceSnapshot(
                place.id(),
                place.kind(),
                place.title(),
                true,
                place.now(),
                place.time(),
                Optional.of(lack),
                Role.ADMIN);
    }

    public static PlaceSnapshot place(
            String id, Kind kind, String title, Connection connection, JobSnapshot... runs) {
        return new PlaceSnapshot(
                new PlaceId(id),
                kind,
                title,
                true,
                new AgentSnapshot("gpu-a", List.of(runs), Map.of(), connection),
                () -> RunStory.NOON.plus(Duration.ofMinutes(12)).plusSeconds(31),
                Optional.empty(),
                Role.ADMIN);
    }

    private static PlaceSnapshot still(PlaceSnapshot place, Instant since) {
        return new PlaceSnapshot(
                place.id(),
                place.kind(),
                place.title(),
                true,
                place.now(),
                () -> since,
                Optional.empty(),
                place.role());
    }

    public static PastRun past(
            String id, String name, RunState state, Instant startedAt, Duration length) {
        boolean isKnown = state.isOver() && state != RunState.AGENT_DIED;
        return new PastRun(
                new RunId(id),
                state,
                name,
                "",
                "gpu-a",
                startedAt,
                isKnown ? Optional.of(startedAt.plus(length)) : Optional.empty(),
                state == RunState.FAILED ? Optional.of(1) : Optional.empty(),
                4,
                1,
                0,
                "",
                0,
                Optional.empty(),
                Optional.empty());
    }
}
