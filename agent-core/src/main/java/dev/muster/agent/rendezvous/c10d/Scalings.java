package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.Scaling;
import dev.muster.store.Store;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What a job was told about its number of nodes: a key for each time, counted from 1, so that one
 * write says it, and whether there is more than a node knows is asked with each look at the state.
 *
 * <p>A store that was begun anew has forgotten it. Whoever comes there and remembers says it again,
 * under all the numbers up to its own, so that those who remember less find their next there. Lives
 * on the driver's thread.
 */
final class Scalings {
    private final String prefix;
    private final Duration atMost;
    private long last;
    private Optional<Scaling> newest = Optional.empty();

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

    /** {@code store} may have forgotten. */
    void remind(Store store) {
        if (newest.isEmpty()) return;
        Key mine = key(last);
        if (store.check(List.of(mine), atMost)) {
            newest = there(store.get(mine, atMost)); // perhaps that of others, in a new store
            return;
        }
        Value again = Value.of(newest.get().text());
        for (long k = 1; k < last; k++) {
            var _ = store.compareSet(key(k), Value.EMPTY, again, atMost);
        }
        newest = there(store.compareSet(mine, Value.EMPTY, again, atMost));
    }

    /**
     * Whether there is more. What is asked next on the same connection is answered later, so who
     * has that answer has this one, for no time of its own.
     */
    CompletableFuture<Boolean> more(Store store) {
        return store.async().check(List.of(key(last + 1)), atMost);
    }

    /** Reads all that there is. */
    void look(Store store) {
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

    /** Says it after all that was said before. */
    void say(Store store, Scaling wanted) {
        Value ours = Value.of(wanted.text());
        do look(store);
        while (!store.compareSet(key(last + 1), Value.EMPTY, ours, atMost).equals(ours));
        last++;
        newest = Optional.of(wanted);
    }

    private Key key(long number) {
        return Key.of(prefix + number);
    }
}
