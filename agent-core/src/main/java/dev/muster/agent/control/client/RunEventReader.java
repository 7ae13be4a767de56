package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Malformed;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.journal.EventReader;
import dev.muster.agent.journal.Fields;
import dev.muster.agent.journal.UnreadableRecord;

/**
 * Takes one run's events from its stream: none may be missing unless the agent says so, none may
 * come twice, and none may claim more than there can be.
 */
final class RunEventReader {
    private final RunListener listener;
    private long last;

    RunEventReader(long last, RunListener listener) {
        this.last = last;
        this.listener = listener;
    }

    void take(ServerEvent event) {
        switch (event.name()) {
            case "event" -> listener.happened(next(event.data()));
            case "gap" -> pass(event.data());
            case "usage" -> listener.measured(event.data());
            default -> {
                // a message of a later version
            }
        }
    }

    private NumberedEvent next(String line) {
        NumberedEvent event = read(line);
        if (event.seq() != last + 1) {
            throw new Malformed(
                    "the agent sent event %d after event %d".formatted(event.seq(), last));
        }
        last = event.seq();
        return event;
    }

    private void pass(String gap) {
        long from;
        long until;
        try {
            Fields fields = Fields.parse(gap);
            from = fields.number("from");
            until = fields.number("until");
        } catch (UnreadableRecord e) {
            throw new Malformed("a gap in the agent's events cannot be read: " + e.getMessage());
        }
        if (last == 0 || from != last + 1 || until <= from) {
            throw new Malformed(
                    "the agent has lost events %d to %d, it says after event %d"
                            .formatted(from, until - 1, last));
        }
        last = until - 1;
        listener.lost(from, until);
    }

    private static NumberedEvent read(String line) {
        try {
            NumberedEvent event = EventReader.read(line);
            check(event.event());
            return event;
        } catch (UnreadableRecord e) {
            throw new Malformed("an event of the agent cannot be read: " + e.getMessage());
        }
    }

    private static void check(AgentEvent event) {
        int workers =
                switch (event) {
                    case AgentEvent.RunAccepted(_, _, JobSpec spec, _, _) -> spec.workers();
                    case AgentEvent.AttemptStarted started -> started.worldSize();
                    default -> 0;
                };
        if (workers > Limits.WORKERS) {
            throw new Malformed(
                    "the agent tells of %d workers (expected: at most %d)"
                            .formatted(workers, Limits.WORKERS));
        }
    }
}
