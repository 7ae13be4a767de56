package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreException;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The way to a store that may go away and come back: a client for as long as it is well, then
 * another. Any thread.
 *
 * <p>Nobody waits here for a store that is known to be away: whoever asks has it sought in the
 * background, is told at once why it is away, and gets it when asking again after it was found.
 */
final class StoreLink implements AutoCloseable {
    private static final Duration LONGEST_SEARCH = Duration.ofSeconds(5);

    /** So soon after a connection broke, the store may be well and the next be there at once. */
    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    private final InetSocketAddress address;
    private @Nullable StoreClient client;
    private Optional<CompletableFuture<StoreClient>> search = Optional.empty();
    private Optional<Absence> absence = Optional.empty();
    private boolean closed;

    /**
     * That the store is away.
     *
     * @param since in nanoseconds
     */
    private record Absence(long since, Unreachable why) {
        Unreachable told() {
            return new Unreachable(why.getMessage(), why);
        }
    }

    StoreLink(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * The client that is well as far as is known; connects if there is none.
     *
     * @throws Unreachable if that fails, or where it is known to have failed
     */
    StoreClient client(Duration atMost) {
        CompletableFuture<StoreClient> seeking;
        Duration patience;
        synchronized (this) {
            if (closed) throw letGo();
            StoreClient known = client;
            if (known != null) return known;
            seeking = search.orElseGet(() -> seek(absence.isPresent() ? LONGEST_SEARCH : atMost));
            patience = patience(atMost);
        }
        try {
            return found(seeking, seeking.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            throw notFoundYet(atMost);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof StoreException failure)) {
                throw new IllegalStateException("connecting broke", e);
            }
            throw notFound(seeking, C10dSharedState.unreachable(failure));
        } catch (CancellationException _) {
            throw letGo();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Unreachable("waiting for the store was interrupted");
        }
    }

    /** On the lock. */
    private CompletableFuture<StoreClient> seek(Duration atMost) {
        var seeking = StoreClient.connectAsync(address, atMost);
        search = Optional.of(seeking);
        return seeking;
    }

    /** On the lock. How long it is worth waiting for what is being sought. */
    private Duration patience(Duration atMost) {
        if (absence.isEmpty()) return atMost.plus(A_MOMENT); // the search keeps its own limit
        Duration away = Duration.ofNanos(System.nanoTime() - absence.get().since());
        Duration left = A_MOMENT.minus(away);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private StoreClient found(CompletableFuture<StoreClient> seeking, StoreClient fresh) {
        synchronized (this) {
            if (closed) throw letGo();
            if (isCurrent(seeking)) {
                client = fresh;
                search = Optional.empty();
                absence = Optional.empty();
            }
        }
        return fresh;
    }

    private synchronized Unreachable notFound(
            CompletableFuture<StoreClient> seeking, Unreachable why) {
        if (isCurrent(seeking) && !closed) {
            long since = absence.map(Absence::since).orElseGet(System::nanoTime);
            absence = Optional.of(new Absence(since, why));
            var _ = seek(LONGEST_SEARCH);
        }
        return why;
    }

    private synchronized Unreachable notFoundYet(Duration atMost) {
        return absence.map(Absence::told)
                .orElseGet(
                        () ->
                                new Unreachable(
                                        "no connection to the store within %d ms"
                                                .formatted(atMost.toMillis())));
    }

    private boolean isCurrent(CompletableFuture<StoreClient> seeking) {
        return search.filter(now -> now == seeking).isPresent();
    }

    private static Unreachable letGo() {
        return new Unreachable("the rendezvous was let go of");
    }

    /**
     * Another client of the same store, for questions that an older one may answer by breaking the
     * connection.
     *
     * @throws dev.muster.store.StoreException if that fails
     */
    StoreClient another(Duration atMost) {
        return StoreClient.connect(address, atMost);
    }

    /** No answer came of {@code broken}: the next gets another. */
    void failed(StoreClient broken, Unreachable why) {
        synchronized (this) {
            if (client != broken) return;
            client = null;
            absence = Optional.of(new Absence(System.nanoTime(), why));
        }
        broken.close();
    }

    @Override
    public void close() {
        StoreClient last;
        Optional<CompletableFuture<StoreClient>> seeking;
        synchronized (this) {
            closed = true;
            last = client;
            client = null;
            seeking = search;
            search = Optional.empty();
        }
        if (last != null) last.close();
        seeking.ifPresent(StoreLink::giveUp);
    }

    private static void giveUp(CompletableFuture<StoreClient> seeking) {
        boolean stopped = seeking.cancel(false);
        if (!stopped && !seeking.isCompletedExceptionally()) seeking.join().close();
    }
}
