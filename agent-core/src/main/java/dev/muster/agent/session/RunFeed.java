package dev.muster.agent.session;

import dev.muster.agent.control.api.UsageJson;
import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.control.client.ControlFailure;
import dev.muster.agent.control.client.Following;
import dev.muster.agent.control.client.RunListener;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.LostEvents;

import java.time.Instant;
import java.util.Optional;

/**
 * One run of a distant agent: its events, folded here, from the first to the latest without a gap
 * of ours, however often the stream breaks in between. On the client's thread.
 */
final class RunFeed implements AutoCloseable {
    /** What a feed tells. */
    interface Listener {
        /** {@code now} is the run as of that event. */
        void happened(NumberedEvent event, JobSnapshot now);

        void measured();

        /** Whether it is behind its agent has changed from yes to no. */
        void caughtUp();

        /** The agent has no such run. */
        void absent(RunFeed feed);
    }

    private final RunId run;
    private final ControlClient client;
    private final Listener listener;
    private final Backoff backoff = new Backoff();
    private Optional<JobSnapshot> snapshot = Optional.empty();
    private Instant lastAt = Instant.EPOCH;
    private Optional<RunUsage> usage = Optional.empty();
    private Optional<Stream> stream = Optional.empty();
    private long goal = Long.MAX_VALUE;
    private boolean caughtUp;
    private boolean wanted;

    RunFeed(RunId run, ControlClient client, Listener listener) {
        this.run = run;
        this.client = client;
        this.listener = listener;
    }

    RunId run() {
        return run;
    }

    /** Absent before its first event has come. */
    Optional<JobSnapshot> snapshot() {
        return snapshot;
    }

    Optional<RunUsage> usage() {
        return usage;
    }

    /** Whether all has come that had happened when it was opened first. */
    boolean isCaughtUp() {
        return caughtUp;
    }

    /** Begins, or goes on behind the last event that came. */
    void open() {
        wanted = true;
        if (stream.isPresent() || isOver()) return;
        if (!caughtUp) {
            var _ = client.latestEvent(run).whenComplete((seq, failure) -> aimAt(seq, failure));
        }
        var next = new Stream();
        stream = Optional.of(next);
        next.following = Optional.of(client.followRun(run, lastSeq(), next));
    }

    /** Hears nothing more until opened again. */
    @Override
    public void close() {
        wanted = false;
        stream.flatMap(open -> open.following).ifPresent(Following::close);
        stream = Optional.empty();
    }

    /** Where that cannot be known, the first that comes will do: then there is a run to show. */
    private void aimAt(long seq, Throwable failure) {
        if (stream.isEmpty()) return; // whatever ended it has said all
        goal = failure == null ? seq : Math.max(1, lastSeq());
        checkGoal();
    }

    private void checkGoal() {
        if (caughtUp || lastSeq() < goal) return;
        caughtUp = true;
        listener.caughtUp();
    }

    private long lastSeq() {
        return snapshot.map(JobSnapshot::seq).orElse(0L);
    }

    private boolean isOver() {
        return snapshot.flatMap(JobSnapshot::end).isPresent();
    }

    private void reopen() {
        if (wanted) open();
    }

    /** One connection's worth of events. */
    private final class Stream implements RunListener {
        private Optional<Following> following = Optional.empty();

        private boolean isCurrent() {
            return stream.equals(Optional.of(this));
        }

        @Override
        public void happened(NumberedEvent event) {
            if (!isCurrent()) return;
            JobSnapshot now =
                    snapshot.map(before -> before.after(event))
                            .orElseGet(() -> JobSnapshot.first(event));
            snapshot = Optional.of(now);
            lastAt = event.event().at();
            backoff.reset();
            if (event.event() instanceof AgentEvent.RunEnded) {
                usage = Optional.empty();
                goal = event.seq();
                RunFeed.this.close();
            }
            checkGoal();
            listener.happened(event, now);
        }

        @Override
        public void lost(long from, long until) {
            happened(new LostEvents(from, until).notice(lastAt));
        }

        @Override
        public void measured(String text) {
            if (!isCurrent()) return;
            usage = Optional.of(UsageJson.read(text, usage));
            listener.measured();
        }

        @Override
        public void failed(ControlFailure why) {
            if (!isCurrent()) return;
            stream = Optional.empty();
            if (why instanceof ControlFailure.Refused refused && refused.isAbsence()) {
                listener.absent(RunFeed.this);
                return;
            }
            goal = lastSeq();
            checkGoal();
            client.after(backoff.next(), RunFeed.this::reopen);
        }
    }
}
