package dev.muster.gui.testing;

import dev.muster.agent.job.Rank;
import dev.muster.gui.state.RunPlaces;

import java.util.ArrayList;
import java.util.List;

/** Remembers where a page led to. */
public final class RecordedPlaces implements RunPlaces {
    private final List<String> shown = new ArrayList<>();

    public List<String> shown() {
        return List.copyOf(shown);
    }

    @Override
    public void showLog(int attempt, Rank rank) {
        shown.add("log of rank %s in attempt %d".formatted(rank, attempt));
    }

    @Override
    public void showFailure(int attempt) {
        shown.add("failure of attempt " + attempt);
    }

    @Override
    public void select(Rank rank) {
        shown.add("rank " + rank);
    }
}
