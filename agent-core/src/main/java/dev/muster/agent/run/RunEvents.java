package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.journal.Journal;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Optional;

/**
 * The event stream of one run: numbers each event, journals it, folds it, and hands the result on.
 * On the agent's thread.
 */
final class RunEvents {
    private static final Logger LOG = LoggerFactory.getLogger(RunEvents.class);

    private final Journal journal;
    private final RunContext.Listener listener;
    private @Nullable JobSnapshot snapshot;
    private long seq;
    private boolean journalBroken;

    RunEvents(Journal journal, RunContext.Listener listener) {
        this.journal = journal;
        this.listener = listener;
    }

    void append(AgentEvent event) {
        var numbered = new NumberedEvent(++seq, event);
        JobSnapshot before = snapshot;
        JobSnapshot now = before == null ? JobSnapshot.first(numbered) : before.after(numbered);
        snapshot = now;
        Optional<String> journalEnd = write(numbered);
        listener.happened(numbered, now);
        if (journalEnd.isPresent() && !(event instanceof AgentEvent.RunEnded)) {
            append(new AgentEvent.Noticed(event.at(), journalEnd.get()));
        }
    }

    Optional<JobSnapshot> snapshot() {
        return Optional.ofNullable(snapshot);
    }

    /**
     * A full disk must not end the workers: the run goes on, and the gap is said once.
     *
     * @return that the journal ends here, as a sentence, if it does
     */
    private Optional<String> write(NumberedEvent event) {
        if (journalBroken) return Optional.empty();
        try {
            journal.append(event);
            return Optional.empty();
        } catch (IOException e) {
            journalBroken = true;
            LOG.warn("The journal of this run ends here: {}", e.getMessage());
            return Optional.of(
                    "the journal could not be written (%s); this run cannot be reopened later"
                            .formatted(e.getMessage()));
        }
    }
}
