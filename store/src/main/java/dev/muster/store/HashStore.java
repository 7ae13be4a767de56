package dev.muster.store;

import dev.muster.store.client.Answer;
import dev.muster.store.client.Answer.Late;
import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Answer.Refused;
import dev.muster.store.client.Answer.Replied;
import dev.muster.store.client.Answer.Sent;
import dev.muster.store.client.Deadline;
import dev.muster.store.client.Line;
import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.keyspace.Keyspace;
import dev.muster.store.keyspace.Outcome;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.Loss;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.Wait;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A store in the memory of this process, for one program or a test: PyTorch's {@code HashStore}. It
 * does what a server does, by the same rules, without a socket between. What a server closes the
 * connection for is a {@link StoreException} here, and the store goes on.
 */
public final class HashStore implements Store {
    private final InMemory memory;
    private final AsyncStore async;

    /** An empty one. */
    public HashStore() {
        memory = new InMemory();
        async = new AskedStore("this process", memory);
    }

    @Override
    public AsyncStore async() {
        return async;
    }

    /** Ends every wait. What is stored is gone. */
    @Override
    public void close() {
        memory.close();
    }

    /**
     * Everything it holds is guarded by its monitor; nobody is told anything while that is held.
     */
    private static final class InMemory implements Line {
        private static final Answer CLOSED = new Lost(Loss.CLOSED, "this store is closed");

        private final Keyspace keyspace = new Keyspace(Limits.DEFAULT, Capacity.DEFAULT);
        private final Map<ConnectionId, CompletableFuture<Answer>> waiting = new HashMap<>();
        private final ScheduledThreadPoolExecutor clock = clock();
        private long asked;
        private boolean closed;

        @Override
        public CompletableFuture<Answer> ask(StoreRequest request, Deadline deadline) {
            var answer = new CompletableFuture<Answer>();
            if (deadline.remainingNanos() <= 0) answer.complete(new Late());
            else begin(request, deadline, answer).run();
            return answer;
        }

        /** Whom to tell what, once the monitor is free. */
        private synchronized Runnable begin(
                StoreRequest request, Deadline deadline, CompletableFuture<Answer> answer) {
            if (closed) return () -> answer.complete(CLOSED);
            var asker = new ConnectionId(asked++); // each request from a client of its own
            return switch (keyspace.on(asker, request)) {
                case Outcome.Refused(var because) -> () -> answer.complete(new Refused(because));
                case Served(var reply, var released, _) -> {
                    var over = takeAll(released);
                    var own = answerTo(request, reply);
                    if (own.isEmpty()) await(asker, answer, deadline);
                    yield () -> {
                        over.forEach(each -> each.complete(new Replied(new Released())));
                        own.ifPresent(answer::complete);
                    };
                }
            };
        }

        /** Empty if it will have an answer and has none yet. */
        private static Optional<Answer> answerTo(StoreRequest request, Optional<StoreReply> reply) {
            if (reply.isPresent()) return reply.map(Replied::new);
            boolean waits = request instanceof Wait || request instanceof Barrier;
            return waits ? Optional.empty() : Optional.of(new Sent());
        }

        private void await(
                ConnectionId asker, CompletableFuture<Answer> answer, Deadline deadline) {
            waiting.put(asker, answer);
            var late =
                    clock.schedule(
                            () -> answer.complete(new Late()),
                            deadline.remainingNanos(),
                            TimeUnit.NANOSECONDS);
            var _ =
                    answer.thenRun(
                            () -> {
                                late.cancel(false);
                                forget(asker);
                            });
        }

        private synchronized void forget(ConnectionId asker) {
            waiting.remove(asker);
            keyspace.left(asker);
        }

        private List<CompletableFuture<Answer>> takeAll(List<ConnectionId> released) {
            var all = new ArrayList<CompletableFuture<Answer>>();
            for (ConnectionId each : released) {
                Optional.ofNullable(waiting.remove(each)).ifPresent(all::add);
            }
            return all;
        }

        void close() {
            closeAndTakeAll().forEach(each -> each.complete(CLOSED));
        }

        private synchronized List<CompletableFuture<Answer>> closeAndTakeAll() {
            closed = true;
            clock.shutdownNow();
            keyspace.clear();
            return takeAll(List.copyOf(waiting.keySet()));
        }

        /** Its thread comes with the first wait. */
        private static ScheduledThreadPoolExecutor clock() {
            var clock =
                    new ScheduledThreadPoolExecutor(
                            1, Thread.ofPlatform().daemon().name("store clock").factory());
            clock.setRemoveOnCancelPolicy(true);
            return clock;
        }
    }
}
