package dev.muster.gui.failure;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.RunId;
import dev.muster.gui.state.RunPlaces;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Why the run failed: of all attempts that did, the newest, until somebody picks another. FX
 * thread.
 */
public final class FailureViewModel {
    private final ZoneId zone;
    private final RunPlaces places;
    private final ReadOnlyObjectWrapper<List<Integer>> failed =
            new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<Optional<FailureCard>> card =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private Optional<RunId> run = Optional.empty();
    private Optional<Integer> picked = Optional.empty();
    private Optional<JobSnapshot> latest = Optional.empty();

    public FailureViewModel(ZoneId zone, RunPlaces places) {
        this.zone = zone;
        this.places = places;
    }

    /** How many attempts of a run have failed. */
    public static int count(JobSnapshot run) {
        return (int)
                run.attempts().stream()
                        .filter(attempt -> FailureCards.hasFailed(run, attempt))
                        .count();
    }

    /** The attempts that failed, as commands count, oldest first. */
    ReadOnlyObjectProperty<List<Integer>> failed() {
        return failed.getReadOnlyProperty();
    }

    /** What is shown; absent while nothing has failed. */
    ReadOnlyObjectProperty<Optional<FailureCard>> card() {
        return card.getReadOnlyProperty();
    }

    /** The sentence in place of a card; empty when there is one. */
    ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    void show(JobSnapshot now) {
        if (!run.equals(Optional.of(now.run()))) picked = Optional.empty();
        run = Optional.of(now.run());
        latest = Optional.of(now);
        failed.set(
                now.attempts().stream()
                        .filter(attempt -> FailureCards.hasFailed(now, attempt))
                        .map(AttemptView::attempt)
                        .toList());
        choose(now);
    }

    /** Shows that attempt's failure; picking the newest goes along with the run again. */
    public void pick(int attempt) {
        boolean newest = failed.get().isEmpty() || failed.get().getLast() == attempt;
        picked = newest ? Optional.empty() : Optional.of(attempt);
        latest.ifPresent(this::choose);
    }

    private void choose(JobSnapshot now) {
        Optional<Integer> number =
                picked.filter(failed.get()::contains)
                        .or(() -> failed.get().stream().reduce((_, last) -> last));
        card.set(
                number.flatMap(
                                chosen ->
                                        now.attempts().stream()
                                                .filter(each -> each.attempt() == chosen)
                                                .findFirst())
                        .flatMap(attempt -> FailureCards.of(now, attempt, zone)));
        message.set(card.get().isPresent() ? "" : "No failure in this run.");
    }

    /** Goes to what the culprit printed. */
    void openLog() {
        card.get()
                .ifPresent(
                        shown ->
                                shown.culprit()
                                        .ifPresent(rank -> places.showLog(shown.attempt(), rank)));
    }
}
