package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.RunStanding;

import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

import java.util.List;
import java.util.Optional;

/** The line at the bottom: which agent, which store, how many workers. FX thread. */
final class StatusViewModel {
    private final String agent;
    private final ReadOnlyStringWrapper store = new ReadOnlyStringWrapper("no store");
    private final ReadOnlyStringWrapper workers = new ReadOnlyStringWrapper("");

    StatusViewModel(boolean simulated) {
        agent = simulated ? "simulated agent" : "embedded agent";
    }

    String agent() {
        return agent;
    }

    ReadOnlyStringProperty store() {
        return store.getReadOnlyProperty();
    }

    ReadOnlyStringProperty workers() {
        return workers.getReadOnlyProperty();
    }

    /** The store is the selected run's; it is gone when the run is over. */
    void show(List<JobSnapshot> runs, Optional<JobSnapshot> selected) {
        store.set(
                selected.filter(RunStanding::isActive)
                        .flatMap(JobSnapshot::storeAddress)
                        .map(address -> "store " + address)
                        .orElse("no store open"));
        int alive = runs.stream().mapToInt(RunStanding::alive).sum();
        workers.set(alive == 0 ? "no workers" : Counts.of(alive, "worker") + " running");
    }
}
