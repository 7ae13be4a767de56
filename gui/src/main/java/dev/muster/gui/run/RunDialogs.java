package dev.muster.gui.run;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.SaveFirst;
import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.fx.Question;
import dev.muster.gui.state.Counts;

import javafx.scene.Node;

import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * What the head of a run offers beside its buttons, and the questions that it asks then. FX thread.
 */
public final class RunDialogs {
    private static final String PART = "Run";

    private final RunViewModel model;
    private final ModalLayer layer;
    private final Node anchor;

    /** {@code anchor} is what dialogs are shown below. */
    RunDialogs(RunViewModel model, ModalLayer layer, Node anchor) {
        this.model = model;
        this.layer = layer;
        this.anchor = anchor;
    }

    /** All of it, in the order in which it is listed. */
    public List<Action> deeds() {
        return List.of(
                deed("save-and-stop", "Save and stop", this::askSave)
                        .unless(() -> model.why(RunChoices::whyNotSaved)),
                deed("scale", "Scale to other numbers of nodes", this::askScale)
                        .unless(() -> model.why(RunChoices::whyNotScaled)),
                deed("signal", "Send a signal to one rank", () -> askSignal(Optional.empty()))
                        .unless(this::whyNotSignalled),
                deed("edit-and-run", "Edit and run again", model::edit)
                        .unless(() -> model.why(RunChoices::whyNotEdited)),
                deed("compare", "Compare with another run", model::compare)
                        .unless(() -> model.why(RunChoices::whyNotCompared)),
                deed("delete-run", "Delete with its logs", model::delete)
                        .unless(() -> model.why(RunChoices::whyNotDeleted)));
    }

    private static Action deed(String id, String words, Runnable deed) {
        return Action.of(id, PART, words, deed);
    }

    /** Shows all of it. */
    void offer() {
        layer.showBelow(anchor, new DeedCard(deeds(), layer::close));
    }

    /** Asks whether the workers are to save and then end. */
    void askSave() {
        model.shown().ifPresent(run -> run.spec().stopping().saveFirst().ifPresent(this::askSave));
    }

    private void askSave(SaveFirst save) {
        layer.showBelow(
                anchor,
                new Question(
                        "Save and stop %s?".formatted(model.name().get()),
                        "Every worker is sent %s and has %s to save; then they are asked to end, as by Stop. The run is not restarted."
                                .formatted(
                                        save.signal().name(),
                                        Counts.of((int) save.within().toSeconds(), "second")),
                        "Save and stop",
                        Question.Weight.DESTROYS,
                        model::saveAndStop,
                        layer::close));
    }

    /** Asks how many nodes the job is to have. */
    void askScale() {
        model.shown().ifPresent(run -> run.spec().nodes().ifPresent(nodes -> askScale(run, nodes)));
    }

    private void askScale(JobSnapshot run, JobNodes nodes) {
        var scaling =
                new ScaleViewModel(
                        nodes.min(),
                        nodes.max(),
                        model::scale,
                        layer::close,
                        InstantSource.system(),
                        ZoneId.systemDefault());
        String here =
                run.rendezvous()
                        .flatMap(view -> view.place())
                        .map(
                                place ->
                                        Counts.of(place.groupWorldSize(), "node")
                                                + " take part now. ")
                        .orElse("");
        layer.showBelow(
                anchor,
                new ScaleCard(
                        scaling,
                        "Scale %s".formatted(model.name().get()),
                        here
                                + "Every agent of the job is told. Where it changes who takes part,"
                                + " the group starts anew among those who then do.",
                        layer::close));
    }

    /** Why no signal can be sent now, in a sentence. */
    public Optional<String> whyNotSignalled() {
        return model.why(RunChoices::whyNotSignalled);
    }

    /** Asks which signal to send, to that rank or another. */
    public void askSignal(Optional<Rank> rank) {
        List<WorkerView> alive = model.alive();
        if (alive.isEmpty() || whyNotSignalled().isPresent()) return;
        layer.showBelow(anchor, new SignalCard(alive, rank, this::chosen, layer::close));
    }

    private void chosen(WorkerView worker, SentSignal signal) {
        if (!signal.mayEnd()) {
            layer.close();
            model.signal(worker.localRank(), signal.signal());
            return;
        }
        layer.showBelow(
                anchor,
                new Question(
                        "Send %s to rank %s?".formatted(signal.signal().name(), worker.rank()),
                        "Usually: %s. If rank %s ends, its attempt has failed."
                                .formatted(signal.does(), worker.rank()),
                        "Send " + signal.signal().name(),
                        Question.Weight.DESTROYS,
                        () -> model.signal(worker.localRank(), signal.signal()),
                        layer::close));
    }
}
