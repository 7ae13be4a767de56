package dev.muster.gui.run;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.JobNodes;
import dev.muster.gui.state.RunStanding;

import java.util.List;
import java.util.Optional;

/**
 * Decides what of the less usual can be done with a run, and says why the rest cannot: each answer
 * is a sentence, and absent where nothing is in the way.
 */
record RunChoices(JobSnapshot run, Rights rights, Optional<String> scaleRefused) {
    private static final String OVER = "The run is over.";
    private static final String STOPPING = "The run is stopping.";

    Optional<String> whyNotScaled() {
        return whyNotChanged()
                .or(this::whyNodesStay)
                .or(() -> scaleRefused.map(RunChoices::before));
    }

    private static String before(String because) {
        return "The agent refused it: %s.".formatted(because);
    }

    private Optional<String> whyNodesStay() {
        if (run.spec().nodes().isEmpty()) {
            return Optional.of(
                    "It runs on one node alone; only a job that was started for several (Nodes:"
                            + " min:max) can be scaled.");
        }
        return run.spec()
                .nodes()
                .map(JobNodes::backend)
                .filter(backend -> backend.equals("static"))
                .map(
                        _ ->
                                "Its nodes meet by static and keep the number they were started"
                                        + " with; those that meet by c10d can be scaled.");
    }

    Optional<String> whyNotSaved() {
        return whyNotChanged()
                .or(
                        () ->
                                run.spec().stopping().saveFirst().isPresent()
                                        ? Optional.empty()
                                        : Optional.of(
                                                "Its workers have no save signal. Start it with"
                                                        + " --save-signal USR1, and have the script"
                                                        + " save when that comes."));
    }

    Optional<String> whyNotSignalled() {
        return rights.whyNotSteered()
                .or(
                        () ->
                                alive().isEmpty()
                                        ? Optional.of("No worker runs on this node now.")
                                        : Optional.empty());
    }

    Optional<String> whyNotEdited() {
        return rights.whyNotStarted();
    }

    Optional<String> whyNotCompared() {
        return rights.whyNotKeptHere();
    }

    Optional<String> whyNotDeleted() {
        return rights.whyNotKeptHere()
                .or(
                        () ->
                                RunStanding.isActive(run) && rights.whyNotSteered().isEmpty()
                                        ? Optional.of("It still runs; stop it first.")
                                        : Optional.empty());
    }

    private Optional<String> whyNotChanged() {
        if (rights.whyNotSteered().isPresent()) return rights.whyNotSteered();
        if (!RunStanding.isActive(run)) return Optional.of(OVER);
        return run.phase() == Phase.STOPPING ? Optional.of(STOPPING) : Optional.empty();
    }

    /** The workers that a signal can reach, by rank. */
    List<WorkerView> alive() {
        return run.workers().stream().filter(RunStanding::isAlive).toList();
    }
}
