package dev.muster.agent.control;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Has written down what was asked of the agents of this user, by whom, and what became of it. Who
 * merely looks is not written down, nor each of the many things that may be refused to one caller.
 * Methods: any thread; the disk is waited for on one of its own, and what was told is written in
 * that order.
 */
final class Audit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    /** A disk that has so many to take is not coming back soon. */
    private static final int MOST_WAITING = 10_000;

    private static final long CLOSING_SECONDS = 2;

    private final AuditFile file;
    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("audit").daemon(true).factory());

    // on the thread
    private final Mentions mentions = new Mentions();
    private boolean looksLater;
    private boolean broken;

    /** Writes to that file from now on, and closes it. */
    Audit(AuditFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** What a paired or local client asked, beside whatever it calls itself. */
    void tell(Request request, String what, String outcome) {
        write(entry(request.caller().name(), request.claimedName(), what, outcome));
    }

    void tell(String who, String what, String outcome) {
        write(entry(who, "", what, outcome));
    }

    /** What may come again and again: past some within a minute, only how often is written. */
    void mention(String who, String what, String outcome) {
        AuditEntry entry = entry(who, "", what, outcome);
        later(() -> mention(entry));
    }

    private AuditEntry entry(String who, String claimed, String what, String outcome) {
        return new AuditEntry(clock.instant(), who, claimed, what, outcome);
    }

    private void write(AuditEntry entry) {
        later(() -> append(entry));
    }

    private void later(Runnable writing) {
        if (thread.getQueue().size() >= MOST_WAITING) {
            LOG.warn("The disk does not take what is asked of this agent; some is not written.");
            return;
        }
        try {
            thread.execute(writing);
        } catch (RejectedExecutionException _) {
            LOG.debug("somebody asked when the agent was closed already");
        }
    }

    private void mention(AuditEntry entry) {
        tell(mentions.due(entry.at()));
        String said = "%s: %s".formatted(entry.what(), entry.outcome());
        if (mentions.isNews(entry.who(), said, entry.at())) append(entry);
        else lookLater();
    }

    private void lookLater() {
        if (looksLater) return;
        looksLater = true;
        var _ = thread.schedule(this::look, Mentions.WINDOW.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        looksLater = false;
        tell(mentions.due(clock.instant()));
        if (mentions.hasUntold()) lookLater();
    }

    private void tell(List<Mentions.Rest> rests) {
        for (Mentions.Rest rest : rests) append(entry(rest.who(), "", "several", rest.inWords()));
    }

    /** A full disk is no reason to leave a run without control. */
    private void append(AuditEntry entry) {
        try {
            file.append(entry);
        } catch (IOException e) {
            if (!broken) LOG.warn("What is asked of this agent is not written down any more.", e);
            broken = true;
        }
    }

    /** Writes what was told before. Not to be called on a loop. */
    @Override
    public void close() throws IOException {
        later(() -> tell(mentions.all()));
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("The disk has not taken all that was asked of this agent.");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        file.close();
    }
}
