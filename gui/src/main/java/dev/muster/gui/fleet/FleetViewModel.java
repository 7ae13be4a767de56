package dev.muster.gui.fleet;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PastRuns;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.fleet.RunAt;
import dev.muster.agent.history.HistoryFigures;
import dev.muster.agent.history.HistoryQuery;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.job.RunId;
import dev.muster.gui.fx.Days;
import dev.muster.gui.state.RunStanding;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All runs, place by place, the newest first, and which of them is looked at. A run that appears
 * never takes the selection from one that somebody chose. FX thread.
 */
public final class FleetViewModel {
    private static final int MOST_PAST = 100;

    /** What the list asks for besides looking at a run. */
    public interface Actions {
        /** Wants the runs of the past that the query asks for; whoever has them shows them. */
        void search(HistoryQuery query);

        /** Wants a run of the past in {@link Fleet#RECORDED}. */
        void open(RunId past);

        void tryNow(PlaceId place);

        void startAgent(PlaceId place);

        void detach(PlaceId place);

        /** Wants to see what differs between two runs of this machine. */
        void compare(RunId left, RunId right);

        /** Wants a run of this machine deleted; whoever does that asks before. */
        void delete(RunId run);
    }

    private final Actions actions;
    private final Days days;
    private final StringProperty text = new SimpleStringProperty("");
    private final ObjectProperty<StateFilter> states = new SimpleObjectProperty<>(StateFilter.ALL);
    private final ObservableList<FleetRow> rows = FXCollections.observableArrayList();
    private final ObservableList<FleetRow> shownRows =
            FXCollections.unmodifiableObservableList(rows);
    private final ReadOnlyObjectWrapper<Optional<RunAt>> selected =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final RunRows runRows;
    private FleetSnapshot fleet = FleetSnapshot.EMPTY;
    private Instant now = Instant.EPOCH;
    private Past past = new Past.Unasked();
    private Set<RunId> overHere = Set.of();
    private Optional<RunId> awaited = Optional.empty();
    private Optional<PlaceId> awaitedAt = Optional.empty();
    private boolean chosen;
    private boolean seen;

    /** {@code zone} is the one whose clock people read. */
    public FleetViewModel(Actions actions, ZoneId zone) {
        this.actions = actions;
        days = new Days(zone);
        runRows = new RunRows(days);
        text.subscribe((_, _) -> filter());
        states.subscribe((_, _) -> filter());
    }

    ObservableList<FleetRow> rows() {
        return shownRows;
    }

    /** The run that is looked at, even while it is not there yet. */
    public ReadOnlyObjectProperty<Optional<RunAt>> selected() {
        return selected.getReadOnlyProperty();
    }

    /** Only runs that have all of these words are listed. */
    public StringProperty text() {
        return text;
    }

    public ObjectProperty<StateFilter> states() {
        return states;
    }

    /** Brings the list up to date. */
    public void show(FleetSnapshot snapshot, Instant at) {
        fleet = snapshot;
        now = at;
        choose();
        arrange();
        searchWhenSomethingEnded();
    }

    /** The runs of the past that were searched for. */
    public void showPast(PastRuns.Listing listing) {
        past =
                new Past.Found(
                        listing.runs(),
                        Stream.concat(
                                        listing.notice().stream(),
                                        listing.figures().stream()
                                                .flatMap(
                                                        kept -> kept.notices(days.zone()).stream()))
                                .toList(),
                        listing.figures().map(HistoryFigures::inWords));
        arrange();
    }

    /** There is no way to know the past. */
    public void showNoPast(String why) {
        past = new Past.Unknown(why);
        arrange();
    }

    /** Looks at that run. */
    public void select(RunAt run) {
        if (selected.get().equals(Optional.of(run))) return;
        chosen = true;
        awaitNothing();
        look(run);
    }

    private void awaitNothing() {
        awaited = Optional.empty();
        awaitedAt = Optional.empty();
    }

    /** Looks at that run as soon as it appears, wherever that is. */
    public void await(RunId run) {
        chosen = true;
        awaitNothing();
        awaited = Optional.of(run);
        show(fleet, now);
    }

    /** Looks at what that place runs as soon as it tells, unless somebody chooses a run before. */
    public void awaitAt(PlaceId place) {
        awaitNothing();
        awaitedAt = Optional.of(place);
        show(fleet, now);
    }

    /** Looks at that run when it appears, unless somebody chooses another before. */
    public void prefer(RunId run) {
        awaited = Optional.of(run);
    }

    /** A run of the past is no more. */
    public void deleted(RunId run) {
        if (selected.get().filter(at -> at.run().equals(run)).isPresent()) forget();
        show(fleet, now);
        search();
    }

    /** A run of the past could not be opened. */
    public void notOpened(RunId run) {
        if (!selected.get().equals(Optional.of(new RunAt(Fleet.RECORDED, run)))) return;
        forget();
        show(fleet, now);
    }

    /** Holds a run beside the one that is looked at. */
    void compareWith(RunAt run) {
        selected.get()
                .filter(looked -> !looked.run().equals(run.run()))
                .ifPresent(looked -> actions.compare(looked.run(), run.run()));
    }

    void delete(RunAt run) {
        actions.delete(run.run());
    }

    /** Does what is offered at a row. */
    void act(FleetRow.Act act) {
        switch (act.deed()) {
            case TRY_NOW -> actions.tryNow(act.place());
            case START_AGENT -> actions.startAgent(act.place());
            case DETACH -> actions.detach(act.place());
            case CLEAR_FILTER -> {
                text.set("");
                states.set(StateFilter.ALL);
            }
        }
    }

    private void look(RunAt run) {
        if (selected.get().equals(Optional.of(run))) return;
        seen = fleet.find(run).isPresent();
        boolean isPast = run.place().equals(Fleet.RECORDED);
        if (isPast && !seen) actions.open(run.run());
        selected.set(Optional.of(run));
    }

    private void choose() {
        awaited.flatMap(this::find)
                .or(() -> awaitedAt.flatMap(place -> first(at -> at.place().equals(place))))
                .ifPresent(
                        run -> {
                            chosen = true;
                            awaitNothing();
                            look(run);
                        });
        boolean isThere = selected.get().flatMap(fleet::find).isPresent();
        if (seen && !isThere) forget();
        seen = seen || isThere;
        if (selected.get().isEmpty() && !chosen) {
            first(at -> !at.place().equals(Fleet.RECORDED)).ifPresent(this::look);
        }
    }

    private void forget() {
        chosen = false;
        seen = false;
        selected.set(Optional.empty());
    }

    private Optional<RunAt> find(RunId run) {
        return everyRun().filter(at -> at.run().equals(run)).findFirst();
    }

    private Stream<RunAt> everyRun() {
        return fleet.places().stream()
                .flatMap(
                        place ->
                                place.now().runs().stream()
                                        .map(job -> new RunAt(place.id(), job.run())));
    }

    /** A run that is going on interests more than one that is over. */
    private Optional<RunAt> first(Predicate<RunAt> among) {
        return everyRun()
                .filter(among)
                .max(
                        Comparator.comparing(
                                        (RunAt at) ->
                                                fleet.find(at)
                                                        .filter(RunStanding::isActive)
                                                        .isPresent())
                                .thenComparing(
                                        at ->
                                                fleet.find(at)
                                                        .map(JobSnapshot::startedAt)
                                                        .orElse(Instant.MIN)));
    }

    private void filter() {
        arrange();
        search();
    }

    private void arrange() {
        var listing = new Listing(new RunFilter(text.get(), states.get()), runRows, days, now);
        become(listing.of(fleet, past));
    }

    /** Rows that stay are left where they are, so that neither focus nor scroll moves. */
    private void become(List<FleetRow> wanted) {
        if (rows.equals(wanted)) return;
        rows.retainAll(wanted);
        for (int place = 0; place < wanted.size(); place++) {
            FleetRow row = wanted.get(place);
            if (place < rows.size() && rows.get(place).equals(row)) continue;
            rows.remove(row);
            rows.add(place, row);
        }
    }

    private void searchWhenSomethingEnded() {
        Set<RunId> over =
                fleet.places().stream()
                        .filter(place -> place.kind().isLocal())
                        .flatMap(place -> place.now().runs().stream())
                        .filter(job -> !RunStanding.isActive(job))
                        .map(JobSnapshot::run)
                        .collect(Collectors.toUnmodifiableSet());
        boolean isFirst = past instanceof Past.Unasked && fleet.isKnownHere();
        if (!isFirst && over.equals(overHere)) return;
        overHere = over;
        if (isFirst) past = new Past.Asked();
        search();
    }

    private void search() {
        states.get()
                .past()
                .ifPresent(
                        wanted ->
                                actions.search(
                                        HistoryQuery.EVERYTHING
                                                .withWords(text.get())
                                                .withStates(wanted)
                                                .atMost(MOST_PAST)));
    }

    /** What is known of the runs of the past. */
    sealed interface Past {
        record Unasked() implements Past {}

        record Asked() implements Past {}

        /**
         * @param notices what somebody should know of it, each a sentence
         * @param amount how much there is of how much, in a sentence
         */
        record Found(List<PastRun> runs, List<String> notices, Optional<String> amount)
                implements Past {
            public Found {
                runs = List.copyOf(runs);
                notices = List.copyOf(notices);
            }
        }

        record Unknown(String why) implements Past {}
    }

    /** Whether more runs of the past may be there than are listed. */
    static boolean isCutOff(List<PastRun> runs) {
        return runs.size() == MOST_PAST;
    }

    /** The place that has the run that is looked at. */
    public Optional<PlaceSnapshot> place() {
        return selected.get().flatMap(at -> fleet.place(at.place()));
    }
}
