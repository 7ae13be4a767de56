package dev.muster.gui;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetPlace;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.fleet.RunAt;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.gui.fleet.FleetViewModel;
import dev.muster.gui.ranks.RankGridViewModel;
import dev.muster.gui.rendezvous.NodesViewModel;
import dev.muster.gui.run.Rights;
import dev.muster.gui.run.RunViewModel;
import dev.muster.gui.state.RunStanding;
import dev.muster.gui.state.UsageHistory;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The window without pixels: takes snapshots apart for the screens, and brings what they ask for to
 * the session. Lives on the FX thread.
 */
final class CockpitViewModel implements RunViewModel.Actions {
    /** What fills the middle of the window. */
    enum Middle {
        /** Nobody has told anything yet. */
        NOTHING,
        /** Something was asked for before there were runs, and is on its way. */
        OPENING,
        /** There are no runs: what one could do first. */
        FIRST_STEPS,
        /** The selected run. */
        RUN
    }

    /** What takes a card of its own. */
    interface Beyond {
        /** Opens the launch form with these settings. */
        void edit(JobSpec spec);

        /** See {@link RunViewModel.Actions#compare}. */
        void compare(RunId run);

        /** See {@link RunViewModel.Actions#delete}. */
        void delete(RunId run);
    }

    private static final ZoneId ZONE = ZoneId.systemDefault();
    private static final String CHECKING = "Checking what is to be started";

    private final Fleet fleet;
    private final InstantSource clock;
    private final Executor fxThread;
    private final Consumer<String> notices;
    private final Beyond beyond;
    private final FleetViewModel runs;
    private final RunViewModel run = new RunViewModel(this);
    private final NodesViewModel nodes = new NodesViewModel();
    private final RankGridViewModel ranks = new RankGridViewModel();
    private final DockViewModel dock = new DockViewModel();
    private final StatusViewModel status;
    private final ReadOnlyObjectWrapper<Middle> middle =
            new ReadOnlyObjectWrapper<>(Middle.NOTHING);
    private final ReadOnlyStringWrapper openingWords = new ReadOnlyStringWrapper(CHECKING + "…");
    private final ReadOnlyStringWrapper whereabouts = new ReadOnlyStringWrapper("");
    private FleetSnapshot latest = FleetSnapshot.EMPTY;
    private final UsageHistory measured = new UsageHistory();
    private boolean opening;

    /** {@code notices} takes sentences that nobody need answer. */
    CockpitViewModel(
            Fleet fleet,
            FleetViewModel.Actions fleetActions,
            InstantSource clock,
            Executor fxThread,
            Consumer<String> notices,
            Beyond beyond) {
        this.fleet = fleet;
        this.clock = clock;
        this.fxThread = fxThread;
        this.notices = notices;
        this.beyond = beyond;
        runs = new FleetViewModel(fleetActions, ZONE);
        status = new StatusViewModel();
        runs.selected().addListener((_, _, now) -> looksAt(now));
        ranks.selected().addListener((_, _, _) -> refreshDock());
    }

    FleetViewModel runs() {
        return runs;
    }

    RunViewModel run() {
        return run;
    }

    NodesViewModel nodes() {
        return nodes;
    }

    RankGridViewModel ranks() {
        return ranks;
    }

    DockViewModel dock() {
        return dock;
    }

    /** What workers have used since the window was opened. */
    UsageHistory measured() {
        return measured;
    }

    StatusViewModel status() {
        return status;
    }

    /** What is being done for a run that is on its way. */
    ReadOnlyStringProperty openingWords() {
        return openingWords.getReadOnlyProperty();
    }

    /** What is to be said of where the run is; empty for most. */
    ReadOnlyStringProperty whereabouts() {
        return whereabouts.getReadOnlyProperty();
    }

    ReadOnlyObjectProperty<Middle> middle() {
        return middle.getReadOnlyProperty();
    }

    /** What the fleet told last. */
    FleetSnapshot latest() {
        return latest;
    }

    /** Runs that closing the window would stop: those of the agent in this process. */
    List<JobSnapshot> active() {
        return latest.places().stream()
                .filter(place -> place.kind() == FleetPlace.Kind.OWN)
                .flatMap(place -> place.now().runs().stream())
                .filter(RunStanding::isActive)
                .toList();
    }

    /** A run is on its way; until it is there, or cannot be, no first steps are offered. */
    void opens(boolean onItsWay) {
        opening = onItsWay;
        if (middle.get() != Middle.NOTHING) refresh();
    }

    /** Takes news from the fleet. */
    void show(FleetSnapshot snapshot) {
        latest = snapshot;
        var usage = new HashMap<RunId, RunUsage>();
        snapshot.places().forEach(place -> usage.putAll(place.now().usage()));
        measured.add(usage);
        refresh();
    }

    /** Lets time pass: what counts up or down is counted again. */
    void refresh() {
        runs.show(latest, clock.instant());
        refreshRun();
    }

    private void looksAt(Optional<RunAt> at) {
        at.ifPresent(fleet::lookAt);
        refreshRun();
    }

    private void refreshRun() {
        selected()
                .ifPresent(
                        job -> {
                            Instant now = time();
                            run.show(job, now, place().map(PlaceRights::of).orElse(Rights.ALL));
                            whereabouts.set(
                                    place().flatMap(place -> PlaceSentence.of(place, job, ZONE))
                                            .orElse(""));
                            nodes.show(job);
                            ranks.show(job, usageOf(job), now);
                        });
        refreshDock();
        status.show(latest, runs.selected().get());
        opening = opening && selected().isEmpty();
        openingWords.set(latest.preparing().orElse(CHECKING) + "…");
        middle.set(middleNow());
    }

    /** By which the times of the run that is looked at are read. */
    private Instant time() {
        return place().map(PlaceSnapshot::time).orElse(clock).instant();
    }

    private Optional<RunUsage> usageOf(JobSnapshot job) {
        return place().flatMap(place -> Optional.ofNullable(place.now().usage().get(job.run())));
    }

    private Optional<PlaceSnapshot> place() {
        return runs.selected().get().flatMap(at -> latest.place(at.place()));
    }

    /** A run that is selected but not told of yet leaves what was there in its place. */
    private Middle middleNow() {
        if (selected().isPresent()) return Middle.RUN;
        if (opening) return Middle.OPENING;
        if (runs.selected().get().isPresent()) return middle.get();
        return latest.isKnownHere() ? Middle.FIRST_STEPS : Middle.NOTHING;
    }

    private void refreshDock() {
        selected().ifPresent(job -> dock.show(job, usageOf(job), ranks.selected().get(), time()));
    }

    private Optional<JobSnapshot> selected() {
        return runs.selected().get().flatMap(latest::find);
    }

    @Override
    public void send(AgentCommand command) {
        fleet.send(command)
                .whenComplete(
                        (outcome, broken) -> fxThread.execute(() -> answered(outcome, broken)));
    }

    private void answered(
            @org.jspecify.annotations.Nullable CommandOutcome outcome,
            @org.jspecify.annotations.Nullable Throwable broken) {
        if (broken != null) {
            notices.accept("The agent did not answer: " + Broken.sentence(broken));
        } else if (outcome instanceof CommandOutcome.Refused(var because)) {
            notices.accept("Not done: " + because + ".");
        }
    }

    @Override
    public void runAgain(JobSnapshot job) {
        lookAt(fleet.launchAgain(job));
    }

    @Override
    public CompletionStage<CommandOutcome> ask(AgentCommand command) {
        return fleet.send(command)
                .handleAsync(
                        (outcome, broken) ->
                                broken == null
                                        ? outcome
                                        : new CommandOutcome.Refused(
                                                "the agent did not answer: "
                                                        + Broken.sentence(broken)),
                        fxThread);
    }

    @Override
    public void edit(JobSnapshot job) {
        fleet.specOf(job)
                .whenComplete(
                        (spec, broken) ->
                                fxThread.execute(
                                        () -> beyond.edit(spec == null ? job.spec() : spec)));
    }

    @Override
    public void compare(RunId job) {
        beyond.compare(job);
    }

    @Override
    public void delete(RunId job) {
        beyond.delete(job);
    }

    /** Starts a run and looks at it. */
    void launch(JobSpec spec) {
        lookAt(fleet.launch(spec));
    }

    private void lookAt(CompletionStage<RunId> launched) {
        launched.whenComplete(
                (id, broken) ->
                        fxThread.execute(
                                () -> {
                                    if (broken == null) runs.await(id);
                                    else notStarted(Broken.sentence(broken));
                                }));
    }

    private void notStarted(String why) {
        opens(false);
        notices.accept("Not started: " + why);
    }

    /** Looks at that run, now or when it appears. */
    void look(RunId id) {
        runs.await(id);
    }
}
