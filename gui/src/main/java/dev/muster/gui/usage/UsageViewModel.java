package dev.muster.gui.usage;

import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunStanding;
import dev.muster.gui.state.UsageHistory;
import dev.muster.gui.state.UsageSeries;

import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The charts of the run that is looked at, and the moment that is pointed at. FX thread. */
final class UsageViewModel {
    private static final String NO_GPU = "no GPU in use, or no tool here that tells of GPUs";

    private final UsageHistory history;
    private final boolean simulated;
    private final ZoneId zone;
    private final ReadOnlyObjectWrapper<List<UsageChart>> charts =
            new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<OptionalInt> pointed =
            new ReadOnlyObjectWrapper<>(OptionalInt.empty());
    private final ReadOnlyBooleanWrapper summed = new ReadOnlyBooleanWrapper(false);
    private final ReadOnlyStringWrapper remark = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper message = new ReadOnlyStringWrapper("");
    private Optional<RunId> run = Optional.empty();
    private Optional<Rank> rank = Optional.empty();
    private int points;

    /** {@code simulated} where the figures are made up. */
    UsageViewModel(UsageHistory history, boolean simulated, ZoneId zone) {
        this.history = history;
        this.simulated = simulated;
        this.zone = zone;
    }

    /** Those that have something to show. */
    ReadOnlyObjectProperty<List<UsageChart>> charts() {
        return charts.getReadOnlyProperty();
    }

    /** The point whose figures are read out; the last where it is empty. */
    ReadOnlyObjectProperty<OptionalInt> pointed() {
        return pointed.getReadOnlyProperty();
    }

    /** Whether there is one line for all ranks. */
    ReadOnlyBooleanProperty summed() {
        return summed.getReadOnlyProperty();
    }

    /** What is to be known of the charts. */
    ReadOnlyStringProperty remark() {
        return remark.getReadOnlyProperty();
    }

    /** The sentence in place of charts; empty when there are charts. */
    ReadOnlyStringProperty message() {
        return message.getReadOnlyProperty();
    }

    ZoneId zone() {
        return zone;
    }

    void show(RunFocus focus) {
        Optional<UsageSeries> series = history.of(focus.run().run());
        int now = series.map(UsageSeries::size).orElse(0);
        boolean otherRun = !run.equals(Optional.of(focus.run().run()));
        boolean news = otherRun || !rank.equals(focus.rank()) || now != points || isNewer(series);
        run = Optional.of(focus.run().run());
        rank = focus.rank();
        points = now;
        if (otherRun) pointed.set(OptionalInt.empty());
        if (news) layOut();
        message.set(charts.get().isEmpty() ? why(RunStanding.isActive(focus.run())) : "");
    }

    /** A full series stays as long as it is. */
    private boolean isNewer(Optional<UsageSeries> series) {
        return series.filter(known -> known.size() > 0)
                .map(known -> known.at(known.size() - 1))
                .filter(
                        last ->
                                charts.get().stream()
                                        .noneMatch(c -> c.times().getLast().equals(last)))
                .isPresent();
    }

    void sum(boolean all) {
        if (summed.get() == all) return;
        summed.set(all);
        layOut();
    }

    /** Points at that point; beyond the ends at the end. */
    void point(int at) {
        if (points == 0) return;
        pointed.set(OptionalInt.of(Math.clamp(at, 0, points - 1)));
    }

    /** Moves by so many points, from the last one where none is pointed at. */
    void move(int by) {
        point(pointed.get().orElse(points - 1) + by);
    }

    void pointAway() {
        pointed.set(OptionalInt.empty());
    }

    /** The point that is read out; absent without charts. */
    OptionalInt shown() {
        if (points == 0) return OptionalInt.empty();
        return OptionalInt.of(Math.min(pointed.get().orElse(points - 1), points - 1));
    }

    private void layOut() {
        Optional<UsageSeries> series = run.flatMap(history::of);
        charts.set(
                series.map(known -> UsageCharts.of(known, rank, summed.get())).orElse(List.of()));
        String gpu = series.filter(UsageSeries::hasGpu).isPresent() ? "" : NO_GPU;
        remark.set(simulated ? "simulated figures" : charts.get().isEmpty() ? "" : gpu);
    }

    private static String why(boolean active) {
        return active
                ? "The workers have not been measured yet. What they use is told every two seconds"
                        + " once they run: processors, memory, disks and GPUs."
                : "What the workers of this run used was not seen from here: it is told while a run"
                        + " goes on, and not recorded.";
    }
}
