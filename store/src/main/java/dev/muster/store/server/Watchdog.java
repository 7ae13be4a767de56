package dev.muster.store.server;

import dev.muster.store.server.StallRules.Verdict;
import dev.muster.store.view.Stall;
import dev.muster.store.view.StallWatch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Asks the loop again and again whether it is there, and acts when it is not: a client whose store
 * hangs waits for as long as its own timeout, often half an hour, and one that fails can be
 * restarted. A loop that takes up one request after the other is busy and does not hang. On a
 * thread of its own, which touches nothing that belongs to the loop.
 */
final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    /** What stands on the stack of a thread that loads a class, or links a lambda. */
    private static final List<String> LOADING =
            List.of(
                    "java.lang.ClassLoader",
                    "jdk.internal.loader.",
                    "java.lang.invoke.MethodHandleNatives");

    private final Executor loop;
    private final Thread loopThread;
    private final LongSupplier takenUp;
    private final InetSocketAddress listening;
    private final StallWatch watch;
    private final StallRules rules;
    private final Thread thread;
    private volatile boolean answered = true;
    private volatile boolean closed;

    private Watchdog(
            Executor loop,
            Thread loopThread,
            LongSupplier takenUp,
            InetSocketAddress listening,
            StallWatch watch) {
        this.loop = loop;
        this.loopThread = loopThread;
        this.takenUp = takenUp;
        this.listening = listening;
        this.watch = watch;
        this.rules = new StallRules(watch.untilTold(), watch.untilReset());
        this.thread = Thread.ofPlatform().daemon().name("store watchdog").unstarted(this::run);
    }

    /**
     * Watches {@code loop}, which runs on {@code loopThread}, has taken up {@code takenUp}
     * newcomers and requests so far, and serves at {@code listening}.
     */
    static Watchdog start(
            Executor loop,
            Thread loopThread,
            LongSupplier takenUp,
            InetSocketAddress listening,
            StallWatch watch) {
        var watchdog = new Watchdog(loop, loopThread, takenUp, listening, watch);
        watchdog.thread.start();
        return watchdog;
    }

    /** Its thread ends soon. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    /**
     * The loop has not ended in {@code millis}, though asked to: its clients are not to hang too.
     */
    void abandon(int millis) {
        LOG.error(
                "the store has not closed in {} ms and is left behind; its thread stands at{}",
                millis,
                place(List.of(loopThread.getStackTrace())));
        try {
            int clients = SocketReset.resetAcceptedAt(listening);
            int waiting = SocketReset.resetWaitingAt(listening);
            LOG.error("reset {} connections of the store that was left behind", clients + waiting);
        } catch (IOException | RuntimeException e) {
            LOG.error("the clients of a store that was left behind cannot be reset", e);
        }
    }

    private void run() {
        try {
            long lastLook = System.nanoTime();
            while (true) {
                if (answered) ask();
                long before = takenUp.getAsLong();
                Thread.sleep(rules.interval());
                long now = System.nanoTime();
                boolean goesOn = answered || takenUp.getAsLong() != before;
                boolean loading = !goesOn && loadsClasses(List.of(loopThread.getStackTrace()));
                act(rules.look(Duration.ofNanos(now - lastLook), goesOn, loading));
                lastLook = now;
            }
        } catch (InterruptedException _) {
            LOG.trace("the loop is closed and needs nobody to watch it");
        } catch (RejectedExecutionException e) {
            if (!closed) outlive(e);
        }
    }

    /** The loop has ended and nobody asked it to: whoever comes is turned away until the close. */
    private void outlive(RejectedExecutionException end) {
        LOG.error("the store's thread has ended; its clients are reset", end);
        try {
            resetClients();
            while (!closed) {
                turnAway();
                Thread.sleep(rules.interval());
            }
        } catch (InterruptedException _) {
            LOG.trace("the store is closed");
        } catch (IOException e) {
            LOG.error("the clients of a store that has ended cannot be reset", e);
        }
    }

    private void ask() {
        answered = false;
        loop.execute(() -> answered = true);
    }

    private void act(Verdict verdict) {
        try {
            switch (verdict) {
                case FINE -> {}
                case TELL -> tell();
                case RESET_CLIENTS -> resetClients();
                case TURN_AWAY -> turnAway();
                case OVER -> watch.listener().accept(new Stall.Over(rules.lasted()));
            }
        } catch (RuntimeException | IOException e) {
            LOG.error("what was due after {} ms without an answer failed", millis(), e);
        }
    }

    private void tell() {
        var where = List.of(loopThread.getStackTrace());
        LOG.debug(
                "the store has not answered for {} ms; its thread stands at{}",
                millis(),
                place(where));
        watch.listener().accept(new Stall.Noticed(rules.lasted(), where));
    }

    /** Whatever is done for the first time waits for that, on a busy machine not briefly. */
    static boolean loadsClasses(List<StackTraceElement> where) {
        return where.stream()
                .anyMatch(
                        frame ->
                                frame.getMethodName().equals("<clinit>")
                                        || LOADING.stream()
                                                .anyMatch(frame.getClassName()::startsWith));
    }

    private static String place(List<StackTraceElement> where) {
        return where.stream().map(frame -> "\n\tat " + frame).collect(Collectors.joining());
    }

    private void resetClients() throws IOException {
        int clients =
                SocketReset.resetAcceptedAt(listening) + SocketReset.resetWaitingAt(listening);
        watch.listener().accept(new Stall.ClientsReset(rules.lasted(), clients));
    }

    private void turnAway() throws IOException {
        int late = SocketReset.resetWaitingAt(listening);
        if (late > 0) LOG.debug("reset {} that came after {} ms", late, millis());
    }

    private long millis() {
        return rules.lasted().toMillis();
    }
}
