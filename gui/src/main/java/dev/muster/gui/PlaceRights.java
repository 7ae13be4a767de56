package dev.muster.gui;

import dev.muster.agent.fleet.FleetPlace;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.pairing.Role;
import dev.muster.gui.run.Rights;

import java.util.Optional;

/** Decides what may be done with the runs of a place. */
final class PlaceRights {
    static final String RECORDED = "A recorded run: it can be looked at, and run again.";
    static final String WATCHED =
            "Only watched, through its store: nothing can be steered from here.";

    private static final String ELSEWHERE =
            "Its record is on another machine; only runs of this computer can be compared or"
                    + " deleted here.";

    private PlaceRights() {}

    static Rights of(PlaceSnapshot place) {
        return switch (place.kind()) {
            case RECORDED -> new Rights(Optional.of(RECORDED), Optional.empty(), Optional.empty());
            case OBSERVED ->
                    new Rights(Optional.of(WATCHED), Optional.of(WATCHED), Optional.of(ELSEWHERE));
            case OWN, HERE, REMOTE ->
                    new Rights(
                            without(Role.OPERATOR, place, "watched, not steered"),
                            without(Role.ADMIN, place, "watched and steered, but none started"),
                            place.kind() == FleetPlace.Kind.REMOTE
                                    ? Optional.of(ELSEWHERE)
                                    : Optional.empty());
        };
    }

    private static Optional<String> without(Role needed, PlaceSnapshot place, String left) {
        Role ours = place.role();
        if (ours.mayAs(needed)) return Optional.empty();
        String may = ours == Role.VIEWER ? "watched, not steered" : left;
        return Optional.of(
                "Paired as %s: runs there can be %s. A code made there by `muster pair --role %s` changes that."
                        .formatted(ours.word(), may, needed.word()));
    }
}
