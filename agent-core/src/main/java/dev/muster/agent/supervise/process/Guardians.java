package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * That there is always a guardian. One thread waits for its end; if that was not asked for, another
 * guardian is started, which knows what the first one knew. Any thread.
 */
public final class Guardians implements AutoCloseable {
    private final Marker marker;
    private final Cgroups cgroups;
    private final Consumer<String> news;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread watch;

    // under this object's monitor
    private Guardian guardian;
    private boolean present = true;

    private Guardians(Marker marker, Cgroups cgroups, Consumer<String> news, Guardian first) {
        this.marker = marker;
        this.cgroups = cgroups;
        this.news = news;
        guardian = first;
        watch = Thread.ofPlatform().name("await guardian").daemon(true).unstarted(this::watch);
    }

    /**
     * Starts the guardian of everything that carries the marker or is in the cgroups.
     *
     * @param news told, on a thread of its own, what became of a guardian, in a sentence
     */
    public static Guardians start(Marker marker, Cgroups cgroups, Consumer<String> news)
            throws IOException {
        var guardians = new Guardians(marker, cgroups, news, Guardian.start(marker, cgroups));
        guardians.watch.start();
        return guardians;
    }

    /**
     * Tells the guardian which orphans of the workers this process has taken in. To be called now
     * and then.
     */
    public synchronized void lookAfterOrphans() throws IOException {
        if (present) guardian.lookAfterOrphans();
    }

    synchronized int pid() {
        return guardian.pid();
    }

    /** Sends the guardian away: the agent has seen to everything itself. */
    @Override
    public void close() {
        synchronized (this) {
            closing.countDown();
            if (present) guardian.dismiss();
        }
        try {
            watch.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // it leaves by itself
        }
    }

    private void watch() {
        var pace = GuardianPace.FIRST;
        try {
            while (true) {
                long since = System.nanoTime();
                String end = guardian.awaitEnd().inWords();
                if (isOver()) return;
                pace = pace.after(Duration.ofNanos(System.nanoTime() - since));
                if (!replace(end, pace)) return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The one that has ended is let go of. */
    private synchronized boolean isOver() {
        present = false;
        guardian.closeLine();
        return closing.getCount() == 0;
    }

    /** Answers false when none is wanted any more. */
    private boolean replace(String end, GuardianPace pace) throws InterruptedException {
        var next = pace;
        String because = "the guardian, which ends the workers if the agent is killed, " + end;
        while (true) {
            if (!next.pause().isZero()) {
                news.accept(
                        "%s; that was number %d in a row, and until the next is started in %d s nobody would end them"
                                .formatted(because, next.diedYoung(), next.pause().toSeconds()));
                if (closing.await(next.pause().toNanos(), TimeUnit.NANOSECONDS)) return false;
            }
            try {
                if (!startAnother()) return false;
                news.accept(
                        "%s; another, process %d, has taken its place".formatted(because, pid()));
                return true;
            } catch (IOException | RuntimeException e) {
                because = "no guardian could be started: " + e.getMessage();
                next = next.after(Duration.ZERO);
            }
        }
    }

    private synchronized boolean startAnother() throws IOException {
        if (closing.getCount() == 0) return false;
        guardian = Guardian.start(marker, cgroups);
        present = true;
        return true;
    }
}
