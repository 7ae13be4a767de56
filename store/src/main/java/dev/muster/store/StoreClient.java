package dev.muster.store;

import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Connections;
import dev.muster.store.client.Connections.Outcome.Connected;
import dev.muster.store.client.Connections.Outcome.NotConnected;
import dev.muster.store.client.Deadline;
import dev.muster.store.client.Destination;
import dev.muster.store.client.Names;
import dev.muster.store.protocol.Loss;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * A client of a store that speaks today's dialect: this one's server, or PyTorch's own.
 *
 * <p>Calls that wait for something have connections of their own, which are opened when they are
 * needed and kept for the next. A store that stalls costs the calls made meanwhile their time; once
 * the first connection ends, the client is of no further use.
 */
public final class StoreClient implements Store {
    private final Connections connections;
    private final AsyncStore async;

    private StoreClient(String name, Connections connections) {
        this.connections = connections;
        this.async = new AskedStore(name, connections);
    }

    /**
     * Connects to the store at {@code address}, trying again until {@code atMost} is over. An
     * unresolved address ({@link InetSocketAddress#createUnresolved}) is looked up by every try,
     * and all addresses of that name are tried.
     *
     * @throws StoreLost if that fails, with why the last try did
     */
    public static StoreClient connect(InetSocketAddress address, Duration atMost) {
        return Awaiting.result("connecting", connectAsync(address, atMost));
    }

    /** Like {@link #connect}, without blocking; cancelling what is returned gives it up. */
    public static CompletableFuture<StoreClient> connectAsync(
            InetSocketAddress address, Duration atMost) {
        return connectAsync(address, atMost, RandomGenerator.getDefault());
    }

    /** Likewise, with the chance given that spreads the pauses between the tries. */
    public static CompletableFuture<StoreClient> connectAsync(
            InetSocketAddress address, Duration atMost, RandomGenerator random) {
        var destination = new Destination(address, Names.OF_THIS_MACHINE, random);
        var deadline = Deadline.in(atMost);
        var opening = Connections.open(destination, deadline);
        var client =
                opening.thenApply(
                        outcome ->
                                switch (outcome) {
                                    case Connected(var connections) ->
                                            new StoreClient(destination.name(), connections);
                                    case NotConnected(Lost(var loss, var because)) ->
                                            throw new StoreLost(
                                                    loss,
                                                    "no store at %s within %d ms: %s"
                                                            .formatted(
                                                                    destination.name(),
                                                                    deadline.atMost().toMillis(),
                                                                    because));
                                });
        var _ =
                client.whenComplete(
                        (_, failure) -> {
                            if (failure != null) abandon(opening);
                        });
        return client;
    }

    private static void abandon(CompletableFuture<Connections.Outcome> opening) {
        opening.complete(new NotConnected(new Lost(Loss.CLOSED, "nobody wants it any more")));
        if (opening.join() instanceof Connected(var connections)) connections.close();
    }

    @Override
    public AsyncStore async() {
        return async;
    }

    @Override
    public void close() {
        connections.close();
    }
}
