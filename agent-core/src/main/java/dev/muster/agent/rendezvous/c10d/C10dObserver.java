package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.loop.Timers;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousException.CorruptState;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.StoreLost;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Watches the rendezvous of a run in which it takes no part. It never writes, not even the mark of
 * an untouched key (elastic-agent §9). Lives on the agent's thread.
 *
 * <p>A c10d store tells nobody that a value has changed, so it looks once a second, as agents do.
 */
public final class C10dObserver implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

    private final StateCodec codec = new StateCodec(PickleLimits.DEFAULT);
    private final Store store;
    private final Key key;
    private final Surroundings around;
    private final Consumer<? super Sight> watcher;
    private Optional<Value> last = Optional.empty();
    private boolean closed;

    /** The agent's thread, its timers and its clock. */
    public record Surroundings(Executor thread, Timers timers, InstantSource clock) {}

    /** What there is to see. */
    public sealed interface Sight {
        /** Nobody has written a state yet. */
        record Nobody() implements Sight {}

        record Seen(RendezvousState state, StateDialect dialect) implements Sight {}

        /** The same as before, whatever that was: nobody has shown a sign of life since. */
        record Unchanged() implements Sight {}

        /**
         * What is stored cannot be understood, or the store does not answer. Looking goes on unless
         * the store is lost: a new connection takes a new observer.
         */
        record Obscured(RendezvousException why) implements Sight {}
    }

    private C10dObserver(
            Store store, Key key, Surroundings around, Consumer<? super Sight> watcher) {
        this.store = store;
        this.key = key;
        this.around = around;
        this.watcher = watcher;
    }

    /** Tells {@code watcher}, on the agent's thread, what each look shows. */
    public static C10dObserver watch(
            Store store, String runId, Surroundings around, Consumer<? super Sight> watcher) {
        var observer = new C10dObserver(store, C10dSharedState.keyOf(runId), around, watcher);
        around.thread().execute(observer::look);
        return observer;
    }

    /** Nothing is told any more. The store stays open. */
    @Override
    public void close() {
        closed = true;
    }

    private void look() {
        if (closed) return;
        var _ =
                stored().whenComplete(
                                (stored, failure) ->
                                        around.thread().execute(() -> looked(stored, failure)));
    }

    /** Asks whether the key is there before its value, for a store awaits what is not. */
    private CompletableFuture<Value> stored() {
        var untouched = CompletableFuture.completedFuture(StateCodec.UNTOUCHED);
        return store.async()
                .check(List.of(key), LONGEST_ANSWER)
                .thenCompose(there -> there ? store.async().get(key, LONGEST_ANSWER) : untouched);
    }

    private void looked(@Nullable Value stored, @Nullable Throwable failure) {
        if (closed) return;
        if (stored != null) {
            lookAgain();
            see(stored);
            return;
        }
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(cause instanceof StoreException known)) {
            throw new IllegalStateException("looking at a rendezvous broke", failure);
        }
        if (!(known instanceof StoreLost)) lookAgain();
        last = Optional.empty();
        watcher.accept(new Sight.Obscured(C10dSharedState.unreachable(known)));
    }

    private void lookAgain() {
        around.timers().at(around.clock().instant().plus(BETWEEN_LOOKS), this::look);
    }

    private void see(Value stored) {
        boolean isSame = last.filter(stored::equals).isPresent();
        last = Optional.of(stored);
        watcher.accept(isSame ? new Sight.Unchanged() : sight(stored));
    }

    private Sight sight(Value stored) {
        try {
            return C10dSharedState.understood(() -> codec.decode(stored, StateDialect.D4))
                    .<Sight>map(each -> new Sight.Seen(each.state(), each.dialect()))
                    .orElseGet(Sight.Nobody::new);
        } catch (CorruptState e) {
            return new Sight.Obscured(e);
        }
    }
}
