package dev.muster.gui.testing;

import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.history.HistoryQuery;
import dev.muster.agent.job.RunId;
import dev.muster.gui.fleet.FleetViewModel;

/** A list of runs behind which there is nothing. */
public final class NoActions implements FleetViewModel.Actions {
    @Override
    public void search(HistoryQuery query) {
        // there is no past
    }

    @Override
    public void open(RunId past) {
        // there is no past
    }

    @Override
    public void tryNow(PlaceId place) {
        // there is no other place
    }

    @Override
    public void startAgent(PlaceId place) {
        // there is no other place
    }

    @Override
    public void compare(RunId left, RunId right) {
        // there is no past
    }

    @Override
    public void delete(RunId run) {
        // there is no past
    }

    @Override
    public void detach(PlaceId place) {
        // there is no other place
    }
}
