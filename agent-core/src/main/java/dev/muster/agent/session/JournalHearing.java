package dev.muster.agent.session;

import dev.muster.agent.Agent;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.JournalReader;
import dev.muster.agent.journal.LostEvents;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Hears a run of the agent in this very process: what is past from its journal, what comes from the
 * agent. The agent's thread only leaves events here; the hearer is called on a thread of its own.
 */
final class JournalHearing implements Agent.Listener, Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(JournalHearing.class);

    /** An event as it happened, and the run then. */
    private record Fresh(NumberedEvent event, JobSnapshot now) {}

    private final Agent agent;
    private final RunId run;
    private final RunHearer hearer;
    private final BlockingQueue<Fresh> fresh = new LinkedBlockingQueue<>();
    private volatile Optional<Thread> thread = Optional.empty();
    private volatile boolean closed;
    private long lastSeq; // on its thread
    private Instant lastAt = Instant.EPOCH; // on its thread
    private Optional<JobSnapshot> present = Optional.empty(); // on its thread

    private JournalHearing(Agent agent, RunId run, RunHearer hearer) {
        this.agent = agent;
        this.run = run;
        this.hearer = hearer;
    }

    static Subscription open(Agent agent, RunId run, RunHearer hearer) {
        var hearing = new JournalHearing(agent, run, hearer);
        agent.listen(hearing, hearing::begin);
        return hearing;
    }

    @Override
    public void happened(RunId which, NumberedEvent event, List<JobSnapshot> runs) {
        if (!which.equals(run)) return;
        runs.stream()
                .filter(candidate -> candidate.run().equals(run))
                .findFirst()
                .ifPresent(now -> fresh.add(new Fresh(event, now)));
    }

    /** On the agent's thread: all up to the present state is in the journal. */
    private void begin(List<JobSnapshot> runs) {
        if (closed) return;
        Optional<JobSnapshot> known =
                runs.stream().filter(candidate -> candidate.run().equals(run)).findFirst();
        var telling = Thread.ofVirtual().name("events of " + run);
        thread =
                Optional.of(telling.start(() -> known.ifPresentOrElse(this::tell, hearer::absent)));
    }

    private void tell(JobSnapshot known) {
        Path journal = agent.journal(run);
        try {
            JournalReader.read(journal, event -> tellPast(event, known));
        } catch (IOException e) {
            LOG.warn("The past events of {} cannot be read: {}", run, e.getMessage());
        }
        tellLost(known.seq() + 1, known);
        try {
            while (present.flatMap(JobSnapshot::end).isEmpty()) {
                Fresh next = fresh.take();
                tell(next.event(), next.now());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody listens any more
        }
    }

    private void tellPast(NumberedEvent event, JobSnapshot known) {
        tellLost(event.seq(), known);
        tell(event);
    }

    /** What the journal should have before that one and has not. */
    private void tellLost(long until, JobSnapshot known) {
        if (lastSeq + 1 >= until) return;
        var lost = new LostEvents(lastSeq + 1, until);
        lost.beginning(known).ifPresent(this::tell);
        lost.unknown(known).map(unknown -> unknown.notice(lastAt)).ifPresent(this::tell);
        lost.ending(known).ifPresent(this::tell);
    }

    private void tell(NumberedEvent event) {
        tell(
                event,
                present.map(before -> before.after(event))
                        .orElseGet(() -> JobSnapshot.first(event)));
    }

    /** The end of the journal may be told by the agent too. */
    private void tell(NumberedEvent event, JobSnapshot now) {
        if (closed || event.seq() <= lastSeq) return;
        lastSeq = event.seq();
        lastAt = event.event().at();
        present = Optional.of(now);
        hearer.happened(event, now);
        if (event.event() instanceof AgentEvent.RunEnded) agent.unlisten(this);
    }

    @Override
    public void close() {
        closed = true;
        agent.unlisten(this);
        thread.ifPresent(Thread::interrupt);
    }
}
