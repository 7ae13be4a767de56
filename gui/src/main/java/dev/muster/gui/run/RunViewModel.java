package dev.muster.gui.run;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.RunStanding;

import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The head of the run that is looked at. FX thread. */
public final class RunViewModel {
    /** What the window does with a run besides commanding it. */
    public interface Actions {
        void send(AgentCommand command);

        /** Starts another run of the same spec. */
        void runAgain(JobSnapshot run);

        /** Sends a command that whoever gave it waits for; the answer comes on the FX thread. */
        CompletionStage<CommandOutcome> ask(AgentCommand command);

        /** Opens the launch form with what the run was started with. */
        void edit(JobSnapshot run);

        /** Shows what differs between the run and another one. */
        void compare(RunId run);

        /** Deletes the run with its logs, after a question. */
        void delete(RunId run);
    }

    private final Actions actions;
    private final Set<RunId> stopsAsked = new HashSet<>();
    private final ReadOnlyStringWrapper name = new ReadOnlyStringWrapper("");
    private final ReadOnlyObjectWrapper<Optional<Facts>> facts =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Sentence>> sentence =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Optional<Arrived>> arrived =
            new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper aside = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper whyNotSteered = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper whyNotStarted = new ReadOnlyStringWrapper("");
    private final ReadOnlyBooleanWrapper restartable = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper stoppable = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper forceable = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper skippable = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper over = new ReadOnlyBooleanWrapper();
    private final Map<Aim, String> scalesRefused = new HashMap<>();
    private Optional<JobSnapshot> shown = Optional.empty();
    private Rights rights = Rights.ALL;

    public RunViewModel(Actions actions) {
        this.actions = actions;
    }

    /** Brings the head up to date with the run it is about. */
    public void show(JobSnapshot run, Instant now, Rights given) {
        shown = Optional.of(run);
        rights = given;
        boolean mine = rights.whyNotSteered().isEmpty();
        whyNotSteered.set(rights.whyNotSteered().orElse(""));
        whyNotStarted.set(rights.whyNotStarted().orElse(""));
        boolean active = RunStanding.isActive(run);
        boolean stopping = run.phase() == Phase.STOPPING;
        boolean stopAsked = stopsAsked.contains(run.run());
        name.set(run.spec().entrypoint().shortName());
        facts.set(Optional.of(Facts.of(run, now)));
        sentence.set(Optional.of(Sentences.of(run, now)));
        arrived.set(active ? Optional.of(Arrived.of(run)) : Optional.empty());
        aside.set(aside(run, now));
        restartable.set(mine && active && !stopping && run.attempt().isPresent());
        stoppable.set(mine && active && !(stopping && stopAsked));
        forceable.set(mine && stopping && stopAsked && run.forceAt().isPresent());
        skippable.set(mine && run.phase() == Phase.FINISHING);
        over.set(!active);
    }

    /** What stands at the right of the sentence. */
    private static String aside(JobSnapshot run, Instant now) {
        return switch (run.phase()) {
            case GATHERING, STARTING, RUNNING, FINISHING -> "";
            case PAUSING -> run.forceAt().map(at -> RunStanding.graceLeft(at, now)).orElse("");
            case STOPPING ->
                    RunStanding.alive(run) == 0
                            ? "cleaning up"
                            : run.forceAt()
                                    .map(at -> RunStanding.graceLeft(at, now) + then(run))
                                    .orElse("being killed");
            case ENDED -> run.end().map(end -> "exit code " + end.exitCode()).orElse("");
        };
    }

    /** Workers that still save have not been asked to end yet. */
    private static String then(JobSnapshot run) {
        boolean asked =
                run.workers().stream()
                        .anyMatch(worker -> worker.condition() instanceof WorkerCondition.Stopping);
        return asked ? ", then SIGKILL" : " to save, then they are stopped";
    }

    public ReadOnlyStringProperty name() {
        return name.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Facts>> facts() {
        return facts.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Sentence>> sentence() {
        return sentence.getReadOnlyProperty();
    }

    /** How many workers are there; absent once the run is over. */
    public ReadOnlyObjectProperty<Optional<Arrived>> arrived() {
        return arrived.getReadOnlyProperty();
    }

    /** The countdown while stopping, the exit code at the end; empty otherwise. */
    public ReadOnlyStringProperty aside() {
        return aside.getReadOnlyProperty();
    }

    /** Why nothing may be asked of this run from here, in a sentence; empty where it may. */
    public ReadOnlyStringProperty whyNotSteered() {
        return whyNotSteered.getReadOnlyProperty();
    }

    /** Why no other like it may be started where it is, in a sentence; empty where it may. */
    public ReadOnlyStringProperty whyNotStarted() {
        return whyNotStarted.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty restartable() {
        return restartable.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty stoppable() {
        return stoppable.getReadOnlyProperty();
    }

    /** True while a stop that was asked for here leaves workers time: force ends the run. */
    public ReadOnlyBooleanProperty forceable() {
        return forceable.getReadOnlyProperty();
    }

    /** True while the workers here are done and only those of other nodes are waited for. */
    public ReadOnlyBooleanProperty skippable() {
        return skippable.getReadOnlyProperty();
    }

    /** Whether there are other nodes, who could go on without this one. */
    public boolean isAmongOthers() {
        return shown.flatMap(run -> run.spec().nodes()).isPresent();
    }

    public ReadOnlyBooleanProperty over() {
        return over.getReadOnlyProperty();
    }

    /** What confirming a restart means, for the question that asks for it. */
    public String restartConsequence() {
        return shown.map(
                        run ->
                                "%s asked to end, and killed after %d s if still there; then the group starts anew. This uses no restart of the budget."
                                        .formatted(
                                                workersAre(run),
                                                run.spec().stopping().grace().toSeconds()))
                .orElse("");
    }

    /** What confirming a stop means, for the question that asks for it. */
    public String stopConsequence() {
        return shown.map(
                        run ->
                                asked(run)
                                        + (isAmongOthers()
                                                ? "Stopping the job ends it on every node. Leaving"
                                                        + " it ends only this part; the other nodes"
                                                        + " go on or wait for a replacement."
                                                : "The run ends and is not restarted."))
                .orElse("");
    }

    private static String asked(JobSnapshot run) {
        if (RunStanding.alive(run) == 0) return "";
        return "%s asked to end (SIGTERM), and killed after %d s if still there. "
                .formatted(workersAre(run), run.spec().stopping().grace().toSeconds());
    }

    /** What not waiting for the other nodes means, for the question that asks for it. */
    public String skipConsequence() {
        return "All workers here are done, so this run ends with exit code 0. The other nodes go"
                + " on; if this one keeps their store, it goes with it.";
    }

    private static String workersAre(JobSnapshot run) {
        int alive = RunStanding.alive(run);
        return Counts.of(alive, "worker") + (alive == 1 ? " is" : " are");
    }

    public void restart() {
        shown.ifPresent(run -> actions.send(new AgentCommand.Restart(Aim.at(run))));
    }

    public void stop() {
        shown.ifPresent(
                run -> {
                    stopsAsked.add(run.run());
                    actions.send(new AgentCommand.Stop(Aim.at(run), run.spec().stopping().grace()));
                });
    }

    /** Ends the run here, and leaves the job to the other nodes. */
    public void leave() {
        shown.ifPresent(
                run -> {
                    stopsAsked.add(run.run());
                    actions.send(
                            new AgentCommand.Leave(Aim.at(run), run.spec().stopping().grace()));
                });
    }

    /** Ends the run without waiting for the workers of other nodes. */
    public void skipWaiting() {
        shown.ifPresent(run -> actions.send(new AgentCommand.SkipWaiting(Aim.at(run))));
    }

    /** Why something cannot be done now, in a sentence; absent where it can. */
    Optional<String> why(Function<RunChoices, Optional<String>> choice) {
        return shown.map(run -> choice.apply(choices(run)))
                .orElseGet(() -> Optional.of("No run is shown."));
    }

    private RunChoices choices(JobSnapshot run) {
        return new RunChoices(run, rights, Optional.ofNullable(scalesRefused.get(Aim.at(run))));
    }

    Optional<JobSnapshot> shown() {
        return shown;
    }

    /** The workers that a signal can reach. */
    List<WorkerView> alive() {
        return shown.map(run -> choices(run).alive()).orElse(List.of());
    }

    /** Has the workers save, and then stops them. */
    void saveAndStop() {
        shown.ifPresent(
                run -> {
                    stopsAsked.add(run.run());
                    actions.send(
                            new AgentCommand.SaveAndStop(
                                    Aim.at(run), run.spec().stopping().grace()));
                });
    }

    /** A refusal is remembered for as long as the run stands as it does. */
    CompletionStage<CommandOutcome> scale(int min, int max) {
        if (shown.isEmpty()) {
            return CompletableFuture.completedFuture(new CommandOutcome.Refused("no run is shown"));
        }
        Aim aim = Aim.at(shown.get());
        return actions.ask(new AgentCommand.Scale(aim, min, max))
                .whenComplete(
                        (outcome, _) -> {
                            if (outcome instanceof CommandOutcome.Refused(var because)) {
                                scalesRefused.put(aim, because);
                            }
                        });
    }

    void signal(LocalRank worker, Signal signal) {
        shown.ifPresent(
                run -> actions.send(new AgentCommand.SignalWorker(Aim.at(run), worker, signal)));
    }

    void edit() {
        shown.ifPresent(actions::edit);
    }

    void compare() {
        shown.map(JobSnapshot::run).ifPresent(actions::compare);
    }

    void delete() {
        shown.map(JobSnapshot::run).ifPresent(actions::delete);
    }

    public void force() {
        shown.ifPresent(run -> actions.send(new AgentCommand.ForceStop(Aim.at(run))));
    }

    public void runAgain() {
        if (whyNotStarted.get().isEmpty()) shown.ifPresent(actions::runAgain);
    }
}
