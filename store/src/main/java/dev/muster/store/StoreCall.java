package dev.muster.store;

import static java.util.stream.Collectors.joining;

import dev.muster.store.client.Answer;
import dev.muster.store.client.Answer.GivenUp;
import dev.muster.store.client.Answer.Late;
import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Answer.Refused;
import dev.muster.store.client.Answer.Replied;
import dev.muster.store.client.Answer.Sent;
import dev.muster.store.client.Deadline;
import dev.muster.store.client.Line;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.Wait;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** One call of a store's user: requests one after the other, under one deadline. */
final class StoreCall {
    private static final int MOST_KEYS_NAMED = 8;

    private final String store;
    private final Line line;
    private final Deadline deadline;
    private final AtomicReference<CompletableFuture<Answer>> step =
            new AtomicReference<>(CompletableFuture.completedFuture(new Sent()));
    private volatile boolean givenUp;

    StoreCall(String store, Line line, Deadline deadline) {
        this.store = store;
        this.line = line;
        this.deadline = deadline;
    }

    /** Asks {@code request}, whose reply is a {@code kind}. */
    <R extends StoreReply> CompletableFuture<R> ask(StoreRequest request, Class<R> kind) {
        return next(request)
                .thenApply(
                        answer -> {
                            if (answer instanceof Replied(var reply)) return kind.cast(reply);
                            throw failure(request, answer);
                        });
    }

    /** Sends {@code request}, which has no reply. */
    CompletableFuture<Void> send(StoreRequest request) {
        return next(request)
                .thenAccept(
                        answer -> {
                            if (!(answer instanceof Sent)) throw failure(request, answer);
                        });
    }

    /** Nobody is interested any more. Harmless when the call is over. */
    void giveUp() {
        givenUp = true;
        step.get().complete(new GivenUp());
    }

    private CompletableFuture<Answer> next(StoreRequest request) {
        Limits.DEFAULT.check(request);
        var answer = line.ask(request, deadline);
        step.set(answer);
        if (givenUp) answer.complete(new GivenUp()); // while the step before was taken
        return answer;
    }

    private StoreException failure(StoreRequest request, Answer answer) {
        String doing = request.getClass().getSimpleName();
        return switch (answer) {
            case Late _ -> new StoreTimeout(late(request, deadline.atMost()));
            case Lost(var loss, var because) ->
                    new StoreLost(loss, "the store at %s is lost: %s".formatted(store, because));
            case Refused(var because) -> new StoreException(doing + ": " + because);
            case GivenUp _ -> new StoreException(doing + " was given up");
            case Replied _, Sent _ ->
                    throw new IllegalStateException("%s came to %s".formatted(doing, answer));
        };
    }

    private static String late(StoreRequest request, Duration atMost) {
        long millis = atMost.toMillis();
        return switch (request) {
            case Wait(var keys) ->
                    "wait timeout after %d ms, keys: %s".formatted(millis, some(keys));
            case Barrier(var key, _) ->
                    "barrier timeout after %d ms, key: %s".formatted(millis, key);
            default ->
                    "no answer to %s within %d ms"
                            .formatted(request.getClass().getSimpleName(), millis);
        };
    }

    private static String some(List<Key> keys) {
        String shown =
                keys.stream().limit(MOST_KEYS_NAMED).map(Key::toString).collect(joining(", "));
        int more = keys.size() - MOST_KEYS_NAMED;
        return more > 0 ? "%s and %d more".formatted(shown, more) : shown;
    }
}
