package dev.muster.gui.history;

import dev.muster.agent.history.Comparison;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.job.RunId;
import dev.muster.gui.fx.Days;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** Two runs side by side, of which the other one can be chosen anew. FX thread. */
public final class CompareViewModel {
    /** Who reads both; {@link dev.muster.agent.history.History#compare}. */
    @FunctionalInterface
    public interface Comparing {
        CompletionStage<Comparison> compare(RunId left, RunId right);
    }

    private final PastRun left;
    private final List<PastRun> others;
    private final Comparing comparing;
    private final Executor fxThread;
    private final Days days;
    private final Instant now;
    private final ObjectProperty<Optional<PastRun>> other =
            new SimpleObjectProperty<>(Optional.empty());
    private final ReadOnlyStringWrapper remark = new ReadOnlyStringWrapper("");
    private final ObservableList<CompareRow> rows = FXCollections.observableArrayList();
    private final ObservableList<CompareRow> shownRows =
            FXCollections.unmodifiableObservableList(rows);

    /**
     * @param runs which the other one may be chosen from, newest first
     * @param right which it is at first; absent: the one that most likely is meant
     */
    public CompareViewModel(
            PastRun left,
            List<PastRun> runs,
            Optional<RunId> right,
            Comparing comparing,
            Executor fxThread,
            Days days,
            Instant now) {
        this.left = left;
        this.comparing = comparing;
        this.fxThread = fxThread;
        this.days = days;
        this.now = now;
        others = runs.stream().filter(run -> !run.run().equals(left.run())).toList();
        Optional<PastRun> wanted =
                right.flatMap(
                        id -> others.stream().filter(run -> run.run().equals(id)).findFirst());
        other.subscribe(this::compareWith);
        other.set(wanted.or(() -> likely(left, others)));
    }

    /** The last one of the same script before it; else one of the same script; else any. */
    static Optional<PastRun> likely(PastRun left, List<PastRun> others) {
        return Stream.of(
                        others.stream()
                                .filter(run -> run.name().equals(left.name()))
                                .filter(run -> run.startedAt().isBefore(left.startedAt())),
                        others.stream().filter(run -> run.name().equals(left.name())),
                        others.stream())
                .flatMap(runs -> runs.max(Comparator.comparing(PastRun::startedAt)).stream())
                .findFirst();
    }

    /** Which the other run may be, newest first. */
    List<PastRun> others() {
        return others;
    }

    ObjectProperty<Optional<PastRun>> other() {
        return other;
    }

    ObservableList<CompareRow> rows() {
        return shownRows;
    }

    /** What is waited for, or why there are no rows; empty while there are. */
    ReadOnlyStringProperty remark() {
        return remark.getReadOnlyProperty();
    }

    String leftName() {
        return name(left);
    }

    /** {@code train.py of yesterday 18:40}. */
    String name(PastRun run) {
        return "%s of %s"
                .formatted(
                        run.name().isEmpty() ? run.run().value() : run.name(),
                        days.exactly(run.startedAt(), now));
    }

    private void compareWith(Optional<PastRun> right) {
        rows.clear();
        if (right.isEmpty()) {
            remark.set("There is no other run on this computer to compare it with.");
            return;
        }
        remark.set("Reading both runs…");
        comparing
                .compare(left.run(), right.get().run())
                .whenComplete(
                        (comparison, why) -> fxThread.execute(() -> show(right, comparison, why)));
    }

    /** Unless another one was chosen meanwhile. */
    private void show(
            Optional<PastRun> right, @Nullable Comparison comparison, @Nullable Throwable why) {
        if (!other.get().equals(right)) return;
        if (comparison != null) {
            remark.set("");
            rows.setAll(CompareRows.of(comparison));
        } else if (why != null) {
            Throwable cause = why.getCause();
            Throwable told = why instanceof CompletionException && cause != null ? cause : why;
            remark.set("They cannot be compared: %s.".formatted(told.getMessage()));
        }
    }
}
