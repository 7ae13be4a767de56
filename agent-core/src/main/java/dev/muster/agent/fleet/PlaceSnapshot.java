package dev.muster.agent.fleet;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.RunId;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.RemoteSession.Lack;

import java.time.InstantSource;
import java.util.Optional;

/**
 * How a place stands.
 *
 * @param title what to call it
 * @param heard false before anything was heard of it
 * @param now as it stood when it was heard of last
 * @param time by which the times of its runs are read; it stands still while the place is out of
 *     reach
 * @param lack what is missing there
 * @param role what we may do there, as far as is known
 */
public record PlaceSnapshot(
        PlaceId id,
        FleetPlace.Kind kind,
        String title,
        boolean heard,
        AgentSnapshot now,
        InstantSource time,
        Optional<Lack> lack,
        Role role) {

    /** Whether what is shown is how it stands. */
    public boolean isReached() {
        return now.connection() instanceof Connection.Connected;
    }

    /** Its run of that name. */
    public Optional<JobSnapshot> run(RunId run) {
        return now.runs().stream().filter(job -> job.run().equals(run)).findFirst();
    }
}
