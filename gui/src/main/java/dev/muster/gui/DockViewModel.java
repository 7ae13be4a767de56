package dev.muster.gui;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.gui.failure.FailureViewModel;
import dev.muster.gui.state.RunFocus;

import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which page the dock shows, and of which attempt. It goes along with the newest attempt until
 * somebody picks an earlier one. FX thread.
 */
final class DockViewModel {
    private final ObservableList<AttemptChip> attempts = FXCollections.observableArrayList();
    private final ObservableList<AttemptChip> shownAttempts =
            FXCollections.unmodifiableObservableList(attempts);
    private final ReadOnlyObjectWrapper<Integer> attempt = new ReadOnlyObjectWrapper<>(0);
    private final ReadOnlyObjectWrapper<LogChoice> choice =
            new ReadOnlyObjectWrapper<>(new LogChoice.None("No run is selected."));
    private final ReadOnlyObjectWrapper<DockTab> tab = new ReadOnlyObjectWrapper<>(DockTab.LOGS);
    private final ReadOnlyObjectWrapper<Optional<RunFocus>> focus =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyIntegerWrapper failed = new ReadOnlyIntegerWrapper();
    private Optional<JobSnapshot> run = Optional.empty();
    private Optional<Rank> rank = Optional.empty();
    private Optional<Integer> picked = Optional.empty();

    /** All attempts of the run so far. */
    ObservableList<AttemptChip> attempts() {
        return shownAttempts;
    }

    /** The attempt whose log is shown. */
    ReadOnlyObjectProperty<Integer> attempt() {
        return attempt.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<LogChoice> choice() {
        return choice.getReadOnlyProperty();
    }

    /** The page in sight. */
    ReadOnlyObjectProperty<DockTab> tab() {
        return tab.getReadOnlyProperty();
    }

    void choose(DockTab next) {
        tab.set(next);
    }

    /** What the page in sight is about; absent before there is a run. */
    ReadOnlyObjectProperty<Optional<RunFocus>> focus() {
        return focus.getReadOnlyProperty();
    }

    /** How many attempts have failed. */
    ReadOnlyIntegerProperty failed() {
        return failed.getReadOnlyProperty();
    }

    /** Brings the dock up to date with the run and the rank that are looked at. */
    void show(JobSnapshot now, Optional<RunUsage> usage, Optional<Rank> selected, Instant at) {
        Optional<RunId> before = run.map(JobSnapshot::run);
        if (!before.equals(Optional.of(now.run()))) picked = Optional.empty();
        run = Optional.of(now);
        rank = selected;
        List<AttemptChip> chips = now.attempts().stream().map(AttemptChip::of).toList();
        if (!attempts.equals(chips)) attempts.setAll(chips);
        choose(now);
        failed.set(FailureViewModel.count(now));
        focus.set(Optional.of(new RunFocus(now, usage, selected, attempt.get(), at)));
    }

    /** Shows that attempt; picking the newest follows the run again. */
    void pick(int number) {
        if (run.isEmpty()) return;
        picked = number == run.get().attemptNumber() ? Optional.empty() : Optional.of(number);
        choose(run.get());
        focus.set(focus.get().map(was -> was.of(attempt.get())));
    }

    private void choose(JobSnapshot now) {
        int number = picked.orElse(now.attemptNumber());
        attempt.set(number);
        choice.set(
                now.attempts().stream()
                        .filter(candidate -> candidate.attempt() == number)
                        .findFirst()
                        .map(candidate -> logOf(now, candidate))
                        .orElseGet(() -> new LogChoice.None("No worker has been started yet.")));
    }

    private LogChoice logOf(JobSnapshot now, AttemptView candidate) {
        if (rank.isEmpty()) return new LogChoice.None("Select a rank to see its log.");
        LocalRank localRank =
                now.localRankOf(rank.get()).orElseGet(() -> new LocalRank(rank.get().value()));
        return candidate.files().containsKey(localRank)
                ? new LogChoice.Worker(
                        now.run(), candidate.attempt(), localRank, firstOf(candidate, localRank))
                : new LogChoice.None("Rank %s has not been started yet.".formatted(rank.get()));
    }

    private LogStream firstOf(AttemptView attempt, LocalRank worker) {
        boolean failed =
                attempt.failures().stream()
                        .filter(failure -> failure.localRank().equals(worker))
                        .anyMatch(failure -> !(failure.cause() instanceof FailureCause.Stopped));
        return failed || attempt.culprit().equals(rank) ? LogStream.STDERR : LogStream.STDOUT;
    }
}
