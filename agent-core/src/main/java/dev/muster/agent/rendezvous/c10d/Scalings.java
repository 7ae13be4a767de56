package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Scaling;
import dev.muster.store.Store;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * What a job was told about its number of nodes: a key for each time, counted from 1. Whoever knows
 * the n-th waits for the next, so that one write says it and wakes everybody, on a store that tells
 * nobody.
 *
 * <p>A store that was begun anew has forgotten it. Whoever comes there and remembers says it again,
 * under all the numbers up to its own, so that those who remember less find their next there. Lives
 * on the driver's thread; who waits is woken on the store's.
 */
final class Scalings {
    private static final Duration FOR_GOOD = Duration.ofDays(1);

    private final String prefix;
    private final Duration atMost;
    private long last;
    private Optional<Scaling> newest = Optional.empty();
    private Optional<CompletableFuture<Void>> next = Optional.empty();
    private volatile Runnable changed = () -> {};

    /**
     * @param prefix of the names of all keys
     * @param atMost how long each question to the store may take
     */
    Scalings(String prefix, Duration atMost) {
        this.prefix = prefix;
        this.atMost = atMost;
    }

    /** As last looked at; empty if nobody has said anything. */
    Optional<Scaling> newest() {
        return newest;
    }

    /** {@code store} is asked for the first time. */
    void visit(Store store) {
        next = Optional.empty();
        newest.ifPresent(known -> remind(store, known));
        look(store);
    }

    private void remind(Store store, Scaling known) {
        Key mine = key(last);
        if (store.check(List.of(mine), atMost)) {
            newest = there(store.get(mine, atMost)); // perhaps that of others, in a new store
            return;
        }
        Value again = Value.of(known.text());
        for (long k = 1; k < last; k++) {
            var _ = store.compareSet(key(k), Value.EMPTY, again, atMost);
        }
        newest = there(put(store, mine, again));
    }

    /** Asks {@code store} only where somebody may have said something since. */
    void lookAgain(Store store) {
        if (next.filter(CompletableFuture::isDone).isEmpty()) return;
        next = Optional.empty();
        look(store);
    }

    private void look(Store store) {
        while (store.check(List.of(key(last + 1)), atMost)) {
            Value found = store.get(key(last + 1), atMost);
            last++;
            newest = there(found);
        }
    }

    /** What others wrote may be anything. */
    private Optional<Scaling> there(Value found) {
        return Scaling.parse(found.toText()).or(() -> newest);
    }

    /** Has {@code now} run on the store's thread when somebody says something, or may have. */
    void listen(Store store, Runnable now) {
        changed = now;
        if (next.filter(CompletableFuture::isDone).isPresent()) now.run();
        if (next.isPresent()) return;
        var coming = store.async().waitFor(List.of(key(last + 1)), FOR_GOOD);
        next = Optional.of(coming);
        var _ =
                coming.whenComplete(
                        (_, failure) -> {
                            if (!(failure instanceof CancellationException)) changed.run();
                        });
    }

    /** Says it after all that was said before. */
    void say(Store store, Scaling wanted) {
        Value ours = Value.of(wanted.text());
        do look(store);
        while (!put(store, key(last + 1), ours).equals(ours));
        last++;
        newest = Optional.of(wanted);
    }

    /** What is there then. PyTorch's older servers wake nobody for a compare-and-set. */
    private Value put(Store store, Key key, Value ours) {
        Value there = store.compareSet(key, Value.EMPTY, ours, atMost);
        if (there.equals(ours)) store.set(key, ours, atMost);
        return there;
    }

    private Key key(long number) {
        return Key.of(prefix + number);
    }
}
