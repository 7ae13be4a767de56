package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.fleet.RunAt;
import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.KeyMap;
import dev.muster.gui.palette.Entry;
import dev.muster.gui.state.RunStanding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What the palette offers: the actions, and every run, host and rank to look at. FX thread. */
final class WindowPlaces {
    private static final int LONGEST_NAME = 60;

    private final FleetSnapshot fleet;
    private final Consumer<RunAt> look;
    private final Consumer<Rank> select;

    WindowPlaces(FleetSnapshot fleet, Consumer<RunAt> look, Consumer<Rank> select) {
        this.fleet = fleet;
        this.look = look;
        this.select = select;
    }

    /** Everything; ranks are those of the run at {@code selected}. */
    List<Entry> entries(List<Action> actions, KeyMap keys, Optional<RunAt> selected) {
        var all = new ArrayList<Entry>();
        for (var action : actions) all.add(entry(action, keys));
        fleet.places().forEach(place -> runs(place).forEach(all::add));
        fleet.places().stream().flatMap(this::host).forEach(all::add);
        selected.flatMap(fleet::find).ifPresent(run -> ranks(run).forEach(all::add));
        return all;
    }

    private static Entry entry(Action action, KeyMap keys) {
        return new Entry(
                action.words(),
                keys.shown(action),
                true,
                action.hindrance().get(),
                true,
                action.deed());
    }

    private Stream<Entry> runs(PlaceSnapshot place) {
        Instant now = place.time().instant();
        return newestFirst(place)
                .map(
                        job ->
                                Entry.place(
                                        "%s · run %s".formatted(name(job), job.run()),
                                        "%s, %s"
                                                .formatted(
                                                        RunStanding.of(job, now).words(),
                                                        place.title()),
                                        RunStanding.isActive(job),
                                        () -> look.accept(new RunAt(place.id(), job.run()))));
    }

    /** A host is looked at by its newest run; one without a run has nothing to look at. */
    private Stream<Entry> host(PlaceSnapshot place) {
        var newest = newestFirst(place).findFirst();
        String name = "Host " + place.title();
        return Stream.of(
                newest.map(
                                job ->
                                        Entry.place(
                                                name,
                                                "its newest run, " + name(job),
                                                false,
                                                () ->
                                                        look.accept(
                                                                new RunAt(place.id(), job.run()))))
                        .orElseGet(
                                () ->
                                        new Entry(
                                                name,
                                                "",
                                                false,
                                                Optional.of("There is no run there."),
                                                false,
                                                () -> {})));
    }

    private static Stream<JobSnapshot> newestFirst(PlaceSnapshot place) {
        return place.now().runs().stream()
                .sorted(Comparator.comparing(JobSnapshot::startedAt).reversed());
    }

    private Stream<Entry> ranks(JobSnapshot run) {
        return run.workers().stream()
                .map(
                        worker ->
                                Entry.place(
                                        "Rank " + worker.rank(),
                                        "select it in the grid and in every page",
                                        false,
                                        () -> select.accept(worker.rank())));
    }

    private static String name(JobSnapshot job) {
        String name = job.spec().entrypoint().shortName();
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
    }
}
