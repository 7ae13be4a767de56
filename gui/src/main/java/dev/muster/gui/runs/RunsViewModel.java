package dev.muster.gui.runs;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.RunId;
import dev.muster.gui.state.RunStanding;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The runs of one agent, newest first, and which of them is looked at. A run that appears never
 * takes the selection from another. FX thread.
 */
public final class RunsViewModel {
    private static final DateTimeFormatter TIME_OF_DAY =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

    private final String title;
    private final ZoneId zone;
    private final ObservableList<RunItem> items = FXCollections.observableArrayList();
    private final ObservableList<RunItem> shownItems =
            FXCollections.unmodifiableObservableList(items);
    private final Map<RunId, RunItem> byRun = new HashMap<>();
    private final ReadOnlyObjectWrapper<Optional<RunId>> selected =
            new ReadOnlyObjectWrapper<>(Optional.empty());

    /** {@code title} is what to call the agent, {@code zone} the one whose clock people read. */
    public RunsViewModel(String title, ZoneId zone) {
        this.title = title;
        this.zone = zone;
    }

    public String title() {
        return title;
    }

    public ObservableList<RunItem> items() {
        return shownItems;
    }

    public ReadOnlyObjectProperty<Optional<RunId>> selected() {
        return selected.getReadOnlyProperty();
    }

    /** Brings the list up to date; {@code runs} are in the order they were accepted. */
    public void show(List<JobSnapshot> runs, Instant now) {
        for (var run : runs) {
            var standing = RunStanding.of(run, now);
            var item = byRun.get(run.run());
            if (item == null) {
                item =
                        new RunItem(
                                run.run(),
                                run.spec().entrypoint().shortName(),
                                TIME_OF_DAY.format(run.startedAt().atZone(zone)),
                                standing);
                byRun.put(run.run(), item);
                items.addFirst(item);
            } else {
                item.stands(standing);
            }
        }
        if (selected.get().isEmpty()) selectFirst(runs);
    }

    /** Looks at that run, now or as soon as it appears. */
    public void select(RunId run) {
        selected.set(Optional.of(run));
    }

    /** A run that is going on interests more than one that is over. */
    private void selectFirst(List<JobSnapshot> runs) {
        var newestFirst = runs.reversed();
        newestFirst.stream()
                .filter(RunStanding::isActive)
                .findFirst()
                .or(() -> newestFirst.stream().findFirst())
                .ifPresent(run -> select(run.run()));
    }
}
