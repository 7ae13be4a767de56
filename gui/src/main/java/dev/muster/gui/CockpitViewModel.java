package dev.muster.gui;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.gui.ranks.RankGridViewModel;
import dev.muster.gui.rendezvous.NodesViewModel;
import dev.muster.gui.run.RunViewModel;
import dev.muster.gui.runs.RunsViewModel;
import dev.muster.gui.state.RunStanding;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The window without pixels: takes snapshots apart for the screens, and brings what they ask for to
 * the session. Lives on the FX thread.
 */
final class CockpitViewModel implements RunViewModel.Actions {
    /** What fills the middle of the window. */
    enum Middle {
        /** The session has not told anything yet. */
        NOTHING,
        /** Something was asked for before there were runs, and is on its way. */
        OPENING,
        /** There are no runs: what one could do first. */
        FIRST_STEPS,
        /** The selected run. */
        RUN
    }

    private final AgentSession session;
    private final InstantSource clock;
    private final Executor fxThread;
    private final Consumer<String> notices;
    private final RunsViewModel runs;
    private final RunViewModel run = new RunViewModel(this);
    private final NodesViewModel nodes = new NodesViewModel();
    private final RankGridViewModel ranks = new RankGridViewModel();
    private final DockViewModel dock = new DockViewModel();
    private final StatusViewModel status;
    private final ReadOnlyObjectWrapper<Middle> middle =
            new ReadOnlyObjectWrapper<>(Middle.NOTHING);
    private List<JobSnapshot> latest = List.of();
    private Map<RunId, RunUsage> usage = Map.of();
    private boolean opening;

    /** {@code notices} takes sentences that nobody need answer. */
    CockpitViewModel(
            AgentSession session,
            InstantSource clock,
            Executor fxThread,
            Consumer<String> notices) {
        this.session = session;
        this.clock = clock;
        this.fxThread = fxThread;
        this.notices = notices;
        runs = new RunsViewModel(session.title(), ZoneId.systemDefault());
        status = new StatusViewModel(session.simulated());
        runs.selected().addListener((_, _, _) -> refresh());
        ranks.selected().addListener((_, _, _) -> refreshDock());
    }

    RunsViewModel runs() {
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

    StatusViewModel status() {
        return status;
    }

    ReadOnlyObjectProperty<Middle> middle() {
        return middle.getReadOnlyProperty();
    }

    /** Runs that closing the session would stop. */
    List<JobSnapshot> active() {
        return latest.stream().filter(RunStanding::isActive).toList();
    }

    /** A run is on its way; until it is there, or cannot be, no first steps are offered. */
    void opens(boolean onItsWay) {
        opening = onItsWay;
        if (middle.get() != Middle.NOTHING) refresh();
    }

    /** Takes news from the session. */
    void show(AgentSnapshot snapshot) {
        latest = snapshot.runs();
        usage = snapshot.usage();
        refresh();
    }

    /** Lets time pass: what counts up or down is counted again. */
    void refresh() {
        var now = clock.instant();
        runs.show(latest, now);
        selected()
                .ifPresent(
                        job -> {
                            run.show(job, now);
                            nodes.show(job);
                            ranks.show(job, Optional.ofNullable(usage.get(job.run())), now);
                        });
        refreshDock();
        status.show(latest, selected());
        middle.set(middleNow());
    }

    /** A run that is selected but not told of yet leaves what was there in its place. */
    private Middle middleNow() {
        if (!latest.isEmpty()) return Middle.RUN;
        return opening ? Middle.OPENING : Middle.FIRST_STEPS;
    }

    private void refreshDock() {
        selected()
                .ifPresent(
                        job ->
                                dock.show(
                                        job,
                                        Optional.ofNullable(usage.get(job.run())),
                                        ranks.selected().get(),
                                        clock.instant()));
    }

    private Optional<JobSnapshot> selected() {
        return runs.selected()
                .get()
                .flatMap(id -> latest.stream().filter(job -> job.run().equals(id)).findFirst());
    }

    @Override
    public void send(AgentCommand command) {
        session.send(command)
                .whenComplete(
                        (outcome, broken) -> fxThread.execute(() -> answered(outcome, broken)));
    }

    private void answered(
            @org.jspecify.annotations.Nullable CommandOutcome outcome,
            @org.jspecify.annotations.Nullable Throwable broken) {
        if (broken != null) {
            notices.accept("The agent did not answer: " + sentence(broken));
        } else if (outcome instanceof CommandOutcome.Refused(var because)) {
            notices.accept("Not done: " + because + ".");
        }
    }

    @Override
    public void runAgain(JobSnapshot job) {
        launch(job.spec());
    }

    /** Starts a run and looks at it. */
    void launch(JobSpec spec) {
        session.launch(spec)
                .whenComplete(
                        (id, broken) ->
                                fxThread.execute(
                                        () -> {
                                            if (broken == null) runs.select(id);
                                            else notStarted(sentence(broken));
                                        }));
    }

    private void notStarted(String why) {
        opens(false);
        notices.accept("Not started: " + why);
    }

    /** Looks at that run, now or when it appears. */
    void look(RunId id) {
        runs.select(id);
    }

    private static String sentence(Throwable broken) {
        var cause =
                broken instanceof CompletionException e && e.getCause() != null
                        ? e.getCause()
                        : broken;
        String message = Optional.ofNullable(cause.getMessage()).orElse(cause.toString());
        return message.endsWith(".") ? message : message + ".";
    }
}
