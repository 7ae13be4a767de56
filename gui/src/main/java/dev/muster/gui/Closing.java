package dev.muster.gui;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.fx.Question;
import dev.muster.gui.state.Counts;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Closing a window whose agent is in it: that stops the runs, so it asks first, then waits for them
 * in sight of the user. FX thread.
 */
final class Closing {
    private final CockpitViewModel model;
    private final ModalLayer layer;
    private final InstantSource clock;
    private Optional<ClosingCard> card = Optional.empty();
    private Runnable close = () -> {};

    Closing(CockpitViewModel model, ModalLayer layer, InstantSource clock) {
        this.model = model;
        this.layer = layer;
        this.clock = clock;
    }

    /** Calls {@code close} at once when nothing is lost by it, or later when that is agreed to. */
    void request(Runnable onClose) {
        close = onClose;
        var active = model.active();
        if (active.isEmpty()) {
            close.run();
        } else if (card.isEmpty()) {
            layer.showCentred(question(active), () -> {});
        }
    }

    /**
     * Stops everything without asking, as the system demands it, and then calls {@code onClose};
     * demanded once more, by force.
     */
    void demand(Runnable onClose) {
        close = onClose;
        if (model.active().isEmpty()) {
            close.run();
        } else if (card.isEmpty()) {
            layer.close();
            stopAll();
        } else {
            forceAll();
        }
    }

    private Question question(List<JobSnapshot> active) {
        boolean one = active.size() == 1;
        String title =
                one
                        ? "Stop %s and close?"
                                .formatted(active.getFirst().spec().entrypoint().shortName())
                        : "Stop %s and close?".formatted(Counts.of(active.size(), "run"));
        return new Question(
                title,
                ("The agent lives in this window, so closing it stops %s. Workers are asked to end"
                                + " and have their time to save.")
                        .formatted(one ? "the run" : "all of them"),
                "Stop and close",
                Question.Weight.DESTROYS,
                this::stopAll,
                layer::close);
    }

    private void stopAll() {
        for (var run : model.active()) {
            model.send(new AgentCommand.Stop(Aim.at(run), run.spec().stopping().grace()));
        }
        var waiting = new ClosingCard(this::stay, this::forceAll);
        card = Optional.of(waiting);
        layer.showCentred(waiting, this::stay);
        refresh();
    }

    private void forceAll() {
        for (var run : model.active()) {
            model.send(new AgentCommand.ForceStop(Aim.at(run)));
        }
    }

    /** The runs stop all the same; the window stays. */
    private void stay() {
        card = Optional.empty();
        layer.close();
    }

    /** Closes when the last run is over. */
    void refresh() {
        if (card.isEmpty()) return;
        var active = model.active();
        card.get().show(active, clock.instant());
        if (active.isEmpty()) {
            card = Optional.empty();
            close.run();
        }
    }
}
