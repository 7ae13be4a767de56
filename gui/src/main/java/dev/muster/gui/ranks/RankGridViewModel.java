package dev.muster.gui.ranks;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.WorkerStanding;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ranks of the run that is looked at, and which of them is selected. Each run remembers its
 * selection; at first that is the culprit of a run that failed, else rank 0. FX thread.
 */
public final class RankGridViewModel {
    private final ObservableList<RankCell> cells = FXCollections.observableArrayList();
    private final ObservableList<RankCell> shownCells =
            FXCollections.unmodifiableObservableList(cells);
    private final ReadOnlyObjectWrapper<Density> density =
            new ReadOnlyObjectWrapper<>(Density.CARDS);
    private final ReadOnlyObjectWrapper<Optional<Rank>> selected =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper host = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper size = new ReadOnlyStringWrapper("");
    private final Map<RunId, Rank> remembered = new HashMap<>();
    private Optional<RunId> run = Optional.empty();

    /** Brings the grid up to date with the run it is about. */
    public void show(JobSnapshot now, Optional<RunUsage> usage, Instant at) {
        boolean other = !run.equals(Optional.of(now.run()));
        run = Optional.of(now.run());
        host.set(now.host());
        size.set(Counts.of(now.spec().workers(), "local rank"));
        var culprit = WorkerStanding.culprit(now);
        List<RankCell> next =
                now.workers().stream().map(w -> RankCell.of(w, now, culprit, usage, at)).toList();
        density.set(Density.of(Math.max(next.size(), now.spec().workers())));
        if (!cells.equals(next)) cells.setAll(next); // one change, however many ranks have news
        if (other || selected.get().isEmpty()) selected.set(selectionFor(now));
    }

    private Optional<Rank> selectionFor(JobSnapshot now) {
        return Optional.ofNullable(remembered.get(now.run()))
                .or(() -> WorkerStanding.culprit(now))
                .or(() -> now.workers().stream().findFirst().map(worker -> worker.rank()));
    }

    ObservableList<RankCell> cells() {
        return shownCells;
    }

    ReadOnlyObjectProperty<Density> density() {
        return density.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Rank>> selected() {
        return selected.getReadOnlyProperty();
    }

    /** The node that all ranks are on. */
    ReadOnlyStringProperty host() {
        return host.getReadOnlyProperty();
    }

    ReadOnlyStringProperty size() {
        return size.getReadOnlyProperty();
    }

    /** The cell of the selected rank. */
    Optional<RankCell> selectedCell() {
        return selected.get()
                .map(Rank::value)
                .filter(place -> place < cells.size())
                .map(cells::get);
    }

    public void select(Rank rank) {
        if (rank.value() >= cells.size()) return;
        run.ifPresent(id -> remembered.put(id, rank));
        selected.set(Optional.of(rank));
    }

    /** Moves the selection by that many places, and no further than the ends. */
    void move(int places) {
        if (cells.isEmpty()) return;
        int from = selected.get().map(Rank::value).orElse(0);
        select(new Rank(Math.clamp((long) from + places, 0, cells.size() - 1)));
    }
}
