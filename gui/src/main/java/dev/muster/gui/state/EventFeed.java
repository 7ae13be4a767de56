package dev.muster.gui.state;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.RunHearer;
import dev.muster.agent.session.Subscription;
import dev.muster.gui.fx.LatestPerPulse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Brings the events of one run to a page, in batches, at most one per pulse. Nothing is heard while
 * no run is followed. FX thread.
 */
public final class EventFeed {
    /** What is told of a run. */
    public interface Reader {
        /** Events follow, from the run's first on. */
        void begin(RunId run);

        /** More of them, in their order. */
        void add(List<NumberedEvent> events);

        /** Nobody here knows the run's events. */
        void absent();
    }

    /** So many at a time leave room in a pulse for everything else. */
    private static final int MOST_AT_ONCE = 4_000;

    private final AgentSession session;
    private final Reader reader;
    private Optional<Hearing> hearing = Optional.empty();

    public EventFeed(AgentSession session, Reader reader) {
        this.session = session;
        this.reader = reader;
    }

    /** Follows that run from its first event on; does nothing when it does so already. */
    public void follow(RunId run) {
        if (hearing.filter(now -> now.run.equals(run)).isPresent()) return;
        stop();
        reader.begin(run);
        var next = new Hearing(run);
        hearing = Optional.of(next);
        next.subscription = Optional.of(session.hear(run, next));
    }

    /** Hears nothing more. */
    public void stop() {
        hearing.flatMap(now -> now.subscription).ifPresent(Subscription::close);
        hearing = Optional.empty();
    }

    /** One run's events on their way. */
    private final class Hearing implements RunHearer {
        private final RunId run;
        private final Queue<NumberedEvent> inbox = new ConcurrentLinkedQueue<>();
        private final LatestPerPulse<RunId> wake = new LatestPerPulse<>(_ -> bring());
        private volatile boolean absent;
        private Optional<Subscription> subscription = Optional.empty();

        Hearing(RunId run) {
            this.run = run;
        }

        @Override
        public void happened(NumberedEvent event, JobSnapshot now) {
            inbox.add(event);
            wake.accept(run);
        }

        @Override
        public void absent() {
            absent = true;
            wake.accept(run);
        }

        private void bring() {
            if (!hearing.equals(Optional.of(this))) return;
            var batch = new ArrayList<NumberedEvent>();
            while (batch.size() < MOST_AT_ONCE) {
                NumberedEvent next = inbox.poll();
                if (next == null) break;
                batch.add(next);
            }
            if (!batch.isEmpty()) reader.add(batch);
            if (!inbox.isEmpty()) wake.accept(run);
            else if (absent) reader.absent();
        }
    }
}
