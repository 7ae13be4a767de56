package dev.muster.agent.loop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One thread, one inbox, and timers that a change of the wall clock does not move: an instant is
 * turned into a distance from now when the timer is set, and waited for on the monotonic clock.
 */
public final class AgentLoop implements Executor, Timers, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);

    /** A timer, ordered by its time and, for equal times, by when it was set. */
    private record Due(long nanoTime, long order, Runnable action) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(nanoTime - other.nanoTime, 0);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final InstantSource clock;
    private final LinkedBlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final PriorityQueue<Due> timers = new PriorityQueue<>();
    private final AtomicLong timerOrder = new AtomicLong();
    private final Thread thread;
    private boolean timerWasLast;

    public AgentLoop(InstantSource clock) {
        this.clock = clock;
        thread = Thread.ofPlatform().name("agent").daemon(true).unstarted(this::turn);
    }

    public void start() {
        thread.start();
    }

    /** Any thread. After {@link #close} the action is dropped: nobody is left to do it. */
    @Override
    public void execute(Runnable action) {
        inbox.add(action);
    }

    @Override
    public void at(Instant when, Runnable action) {
        long nanos = Math.max(0, Duration.between(clock.instant(), when).toNanos());
        var due = new Due(System.nanoTime() + nanos, timerOrder.incrementAndGet(), action);
        if (Thread.currentThread() == thread) {
            timers.add(due);
        } else {
            execute(() -> timers.add(due));
        }
    }

    /** Ends the thread after what it is doing now. */
    @Override
    public void close() {
        thread.interrupt();
    }

    private void turn() {
        try {
            while (!Thread.interrupted()) {
                Runnable next = nextAction();
                boolean closed = Thread.currentThread().isInterrupted(); // while an action came
                if (next != null && !closed) perform(next);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A timer that is due and an action that waits take turns. */
    private @org.jspecify.annotations.Nullable Runnable nextAction() throws InterruptedException {
        Due first = timers.peek();
        if (first == null) return inbox.take();
        long left = first.nanoTime() - System.nanoTime();
        if (left > 0) return inbox.poll(left, TimeUnit.NANOSECONDS);
        Runnable waiting = timerWasLast ? inbox.poll() : null;
        timerWasLast = waiting == null;
        if (waiting != null) return waiting;
        timers.remove();
        return first.action();
    }

    /**
     * A broken action must not end the thread that everything else depends on; nor must a system
     * that has no thread or no descriptor left for it.
     */
    private static void perform(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            LOG.error("The agent went on after a defect of its own; please report it.", e);
        }
    }
}
