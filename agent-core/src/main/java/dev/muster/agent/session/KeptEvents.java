package dev.muster.agent.session;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The events of a run that nobody journals, for whoever hears of it late: the first, and so many of
 * the latest. One thread at a time.
 */
final class KeptEvents {
    static final int MOST = 10_000;

    private final NumberedEvent first;
    private final Deque<NumberedEvent> latest = new ArrayDeque<>();

    KeptEvents(NumberedEvent first) {
        this.first = first;
    }

    /** The next one. */
    void add(NumberedEvent event) {
        latest.add(event);
        if (latest.size() > MOST) latest.remove();
    }

    /** Tells all of them, and of those that are not kept any more that there were some. */
    void tell(RunHearer hearer) {
        JobSnapshot now = JobSnapshot.first(first);
        hearer.happened(first, now);
        if (!latest.isEmpty() && latest.peek().seq() > first.seq() + 1) {
            NumberedEvent gap = gapBefore(latest.peek());
            now = now.after(gap);
            hearer.happened(gap, now);
        }
        for (NumberedEvent event : latest) {
            now = now.after(event);
            hearer.happened(event, now);
        }
    }

    private NumberedEvent gapBefore(NumberedEvent next) {
        String sentence =
                "events %d to %d were too long ago to be kept"
                        .formatted(first.seq() + 1, next.seq() - 1);
        return new NumberedEvent(
                next.seq() - 1, new AgentEvent.Noticed(next.event().at(), sentence));
    }
}
