package dev.muster.agent.fleet;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.AgentSnapshot;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * How a fleet stands.
 *
 * @param places by their kind, and then in the order in which they were added
 * @param preparing what is being done so that a run can be started, in a sentence
 */
public record FleetSnapshot(List<PlaceSnapshot> places, Optional<String> preparing) {
    /** Of a fleet without a place. */
    public static final FleetSnapshot EMPTY = new FleetSnapshot(List.of(), Optional.empty());

    public FleetSnapshot {
        places = List.copyOf(places);
    }

    /** Of one agent in this process. */
    public static FleetSnapshot of(AgentSnapshot own, InstantSource time) {
        var place =
                new PlaceSnapshot(
                        Fleet.OWN,
                        FleetPlace.Kind.OWN,
                        "This computer",
                        true,
                        own,
                        time,
                        Optional.empty(),
                        Role.ADMIN);
        return new FleetSnapshot(List.of(place), Optional.empty());
    }

    public Optional<PlaceSnapshot> place(PlaceId id) {
        return places.stream().filter(place -> place.id().equals(id)).findFirst();
    }

    public Optional<JobSnapshot> find(RunAt at) {
        return place(at.place()).flatMap(place -> place.run(at.run()));
    }

    /** Whether every agent of this machine has been heard of. */
    public boolean isKnownHere() {
        return places.stream()
                .filter(place -> place.kind().isLocal())
                .allMatch(PlaceSnapshot::heard);
    }
}
