package dev.muster.agent.rendezvous.c10d;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.protocol.Value;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How the node that serves the store learns soon of what was written there without a bell, as by
 * torchrun's agents. It rings the bell then, and all of ours know.
 *
 * <p>Whoever rings does so right after writing. So what this node has not read a moment later is
 * looked at. A heartbeat leaves a state as long as it was; as long as all who are listed are ours,
 * that is nothing to look at. Rested on the driver's thread, told on the store's.
 */
final class QuietWrites {
    private static final int MOMENT_MILLIS = 100;

    /** Bounds how often this node looks while a thousand join. */
    private final Executor aMomentLater;

    private final AtomicBoolean due = new AtomicBoolean();
    private volatile Optional<Resting> resting = Optional.empty();
    private volatile Value newest = Value.EMPTY;

    /**
     * This node waits for news.
     *
     * @param seen what it read last
     */
    private record Resting(Value seen, boolean amongStrangers, Runnable changed) {}

    QuietWrites() {
        this(CompletableFuture.delayedExecutor(MOMENT_MILLIS, MILLISECONDS));
    }

    QuietWrites(Executor aMomentLater) {
        this.aMomentLater = aMomentLater;
    }

    /**
     * Has {@code changed} run, on any thread, when something else than {@code seen} stands there.
     *
     * @param amongStrangers whether some of those listed are not ours
     */
    void rest(Value seen, boolean amongStrangers, Runnable changed) {
        resting = Optional.of(new Resting(seen, amongStrangers, changed));
    }

    void wrote(Changed change) {
        newest = change.after();
        boolean strangers = resting.filter(Resting::amongStrangers).isPresent();
        if (!strangers && isHeartbeat(change)) return;
        if (due.compareAndSet(false, true)) aMomentLater.execute(this::look);
    }

    private static boolean isHeartbeat(Changed change) {
        return change.before().content().length() == change.after().content().length();
    }

    private void look() {
        due.set(false);
        resting.filter(now -> !now.seen().equals(newest)).ifPresent(now -> now.changed().run());
    }
}
