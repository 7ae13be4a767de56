package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.Store;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * How nodes of ours learn at once that the shared state has changed, on a store that tells nobody.
 *
 * <p>Whoever has read a state waits for a key that is named after it, its <em>bell</em>; whoever
 * replaces that state by one with another bell then sets the key. The name says of a state only
 * what others must know at once, and leaves out heartbeats. Numbers of more than a few nodes are
 * rounded in it: if each of a thousand joins rang, a thousand nodes would read a thousand times.
 *
 * <p>A state may come back after others and find its bell rung. Whom that wakes for nothing takes
 * the bell down, so that it waits the next time. That can swallow a ring, as can the death of a
 * writer between the two; heartbeats, which read the state, make up for it. Lives on the driver's
 * thread; a bell wakes on the store's.
 */
public final class Bells {
    private static final int EXACT = 8;
    private static final Duration FOR_GOOD = Duration.ofDays(1);
    private static final Duration KEPT = Duration.ofMinutes(1);

    /** A bell that we rang, and when, in nanoseconds. */
    private record Rung(Key bell, long at) {}

    /** What we wait for, until when, and whom that wakes. */
    private record Listening(
            Key bell, Optional<Duration> look, Runnable changed, CompletableFuture<Void> ringing) {
        boolean isFor(Key other) {
            return bell.equals(other);
        }
    }

    private final Store store;
    private final String prefix;
    private final Duration atMost;
    private final Deque<Rung> rung = new ArrayDeque<>();
    private Optional<Listening> listening = Optional.empty();

    /**
     * @param prefix of the names of all bells
     * @param atMost how long to wait when ringing
     */
    Bells(Store store, String prefix, Duration atMost) {
        this.store = store;
        this.prefix = prefix;
        this.atMost = atMost;
    }

    /**
     * Has {@code changed} run, once and on the store's thread, when the bell of {@code seen} rings
     * or when {@code look} has passed. Nobody listens to an earlier bell any more.
     */
    void listen(RendezvousState seen, Optional<Duration> look, Runnable changed) {
        Key bell = bellOf(seen);
        Optional<Listening> same = listening.filter(now -> now.isFor(bell));
        boolean waits = same.filter(now -> !now.ringing().isDone()).isPresent();
        if (waits && same.get().look().equals(look) && same.get().changed() == changed) return;
        deafen();
        if (same.filter(now -> rang(now.ringing())).isPresent()) {
            var _ = store.async().delete(bell, atMost);
        }
        var ringing = store.async().waitFor(List.of(bell), look.orElse(FOR_GOOD));
        listening = Optional.of(new Listening(bell, look, changed, ringing));
        var _ =
                ringing.whenComplete(
                        (_, failure) -> {
                            if (!(failure instanceof CancellationException)) changed.run();
                        });
    }

    private static boolean rang(CompletableFuture<Void> ringing) {
        return ringing.isDone() && !ringing.isCompletedExceptionally();
    }

    /** We replaced {@code before} by {@code after}. */
    void replaced(RendezvousState before, RendezvousState after) {
        if (bellOf(before).equals(bellOf(after))) return;
        ring(bellOf(before));
    }

    /** We find {@code now} where {@code before} was; if nobody has told us so, tell the others. */
    void found(RendezvousState before, RendezvousState now) {
        Key bell = bellOf(before);
        if (bell.equals(bellOf(now))) return;
        listening
                .filter(here -> here.isFor(bell) && !here.ringing().isDone())
                .ifPresent(_ -> ring(bell));
    }

    /** Beside {@code state} something has changed that all who listen to its bell must know. */
    void changedBeside(RendezvousState state) {
        ring(bellOf(state));
    }

    private void deafen() {
        listening.ifPresent(now -> now.ringing().cancel(false));
        listening = Optional.empty();
    }

    private void ring(Key bell) {
        long now = System.nanoTime();
        var _ = store.async().set(bell, Value.of("1"), atMost);
        rung.add(new Rung(bell, now));
        while (now - rung.getFirst().at() > KEPT.toNanos()) {
            var _ = store.async().delete(rung.removeFirst().bell(), atMost);
        }
    }

    private Key bellOf(RendezvousState state) {
        return Key.of(prefix + name(state));
    }

    /** Only what others must know at once. */
    public static String name(RendezvousState state) {
        var ranks = state.participants().values();
        boolean numbered = state.complete() && !ranks.isEmpty();
        int highest = numbered ? Collections.max(ranks) : 0;
        boolean gaps = numbered && highest >= ranks.size();
        return "%d-%s%s-%d-%d-%d"
                .formatted(
                        state.round(),
                        state.closed() ? "closed-" : "",
                        state.complete()
                                ? "complete-" + highest + (gaps ? "-gaps" : "")
                                : state.deadline().isPresent() ? "last-call" : "gathering",
                        rounded(ranks.size()),
                        rounded(state.waitList().size()),
                        rounded(state.redundancyList().size()));
    }

    private static int rounded(int count) {
        return count <= EXACT ? count : Integer.highestOneBit(count);
    }
}
