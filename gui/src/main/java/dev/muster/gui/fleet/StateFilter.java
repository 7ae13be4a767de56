package dev.muster.gui.fleet;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.history.RunState;
import dev.muster.gui.state.RunStanding;

import java.util.Optional;
import java.util.Set;

/** Which runs are listed, by how they stand. */
public enum StateFilter {
    ALL("All"),
    ACTIVE("Active"),
    FAILED("Failed"),
    DONE("Done");

    private final String words;

    StateFilter(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }

    boolean lists(JobSnapshot run) {
        return switch (this) {
            case ALL -> true;
            case ACTIVE -> RunStanding.isActive(run);
            case FAILED -> run.end().filter(end -> end.outcome() == Outcome.FAILED).isPresent();
            case DONE -> run.end().filter(end -> end.outcome() != Outcome.FAILED).isPresent();
        };
    }

    /** Which runs of the past; an empty set is all of them, and nothing none. */
    Optional<Set<RunState>> past() {
        return switch (this) {
            case ALL -> Optional.of(Set.of());
            case ACTIVE -> Optional.empty();
            case FAILED -> Optional.of(Set.of(RunState.FAILED, RunState.AGENT_DIED));
            case DONE -> Optional.of(Set.of(RunState.SUCCEEDED, RunState.STOPPED));
        };
    }
}
