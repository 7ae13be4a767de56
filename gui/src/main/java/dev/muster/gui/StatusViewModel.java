package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.fleet.RunAt;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.RunStanding;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

import java.util.Optional;

/** The line at the bottom: which agent, which store, how many workers. FX thread. */
final class StatusViewModel {
    private final ReadOnlyStringWrapper agent = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper store = new ReadOnlyStringWrapper("no store");
    private final ReadOnlyStringWrapper remark = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper workers = new ReadOnlyStringWrapper("");

    /** Whose run is looked at; empty while none is. */
    ReadOnlyStringProperty agent() {
        return agent.getReadOnlyProperty();
    }

    ReadOnlyStringProperty store() {
        return store.getReadOnlyProperty();
    }

    ReadOnlyStringProperty workers() {
        return workers.getReadOnlyProperty();
    }

    /** What is to be said of the window itself; mostly empty. */
    ReadOnlyStringProperty remark() {
        return remark.getReadOnlyProperty();
    }

    void remark(String sentence) {
        remark.set(sentence);
    }

    /** The store is the selected run's; it is gone when the run is over. */
    void show(FleetSnapshot fleet, Optional<RunAt> selected) {
        agent.set(
                selected.flatMap(at -> fleet.place(at.place()))
                        .map(StatusViewModel::whose)
                        .orElse(""));
        store.set(
                selected.flatMap(fleet::find)
                        .filter(RunStanding::isActive)
                        .flatMap(JobSnapshot::storeAddress)
                        .map(address -> "store " + address)
                        .orElse("no store open"));
        int alive =
                fleet.places().stream()
                        .filter(place -> place.isReached() && place.kind() != Kind.RECORDED)
                        .flatMap(place -> place.now().runs().stream())
                        .mapToInt(RunStanding::alive)
                        .sum();
        workers.set(alive == 0 ? "no workers" : Counts.of(alive, "worker") + " running");
    }

    private static String whose(PlaceSnapshot place) {
        return switch (place.kind()) {
            case OWN ->
                    place.title().equals("Simulated") ? "simulated agent" : "agent in this window";
            case HERE -> place.title();
            case REMOTE -> place.title();
            case OBSERVED -> place.title() + ", only watched";
            case RECORDED -> "recorded run";
        };
    }
}
