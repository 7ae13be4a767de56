package dev.muster.agent.rendezvous.fixed;

import dev.muster.agent.rendezvous.RendezvousEndpoint;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.store.ListenAddress;
import dev.muster.agent.rendezvous.store.StoreRound;
import dev.muster.store.Store;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreException;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A node of which everything is known beforehand. */
final class StaticHandler implements RendezvousHandler {
    /** Counts who has come. On the wire it has no slash in front (tcpstore §3). */
    private static final Key COMERS = Key.raw("init/");

    private static final Duration BETWEEN_COUNTS = Duration.ofMillis(20);
    private static final Duration BETWEEN_WORDS = Duration.ofSeconds(5);
    private static final int MOST_NAMED = 16;
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** For those who are still reading what the last of us wrote. */
    private static final Duration LAST_READERS = Duration.ofSeconds(2);

    private final String runId;
    private final RendezvousEndpoint endpoint;
    private final int rank;
    private final int worldSize;
    private final Duration timeout;
    private final Consumer<? super RendezvousNews> news;
    private final String process =
            "%d#%s".formatted(ProcessHandle.current().pid(), UUID.randomUUID());
    private @Nullable StoreServer server;
    private @Nullable Store store;

    StaticHandler(
            String runId,
            RendezvousEndpoint endpoint,
            int rank,
            int worldSize,
            Duration timeout,
            Consumer<? super RendezvousNews> news) {
        this.runId = runId;
        this.endpoint = endpoint;
        this.rank = rank;
        this.worldSize = worldSize;
        this.timeout = timeout;
        this.news = news;
    }

    @Override
    public String backend() {
        return StaticBackend.NAME;
    }

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public RendezvousInfo nextRendezvous() throws InterruptedException {
        Store open = store;
        if (open == null) {
            open = meet();
            store = open;
        }
        return new RendezvousInfo(
                new StoreRound(open, _ -> runId, 0),
                0,
                rank,
                worldSize,
                List.of(),
                Optional.of(endpoint));
    }

    private Store meet() throws InterruptedException {
        try {
            if (rank == 0 && server == null) server = host();
            var address = InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port());
            Store open = StoreClient.connect(address, timeout);
            var census = new Census(open, rank, worldSize, process);
            census.sign();
            if (rank > 0) census.compareWithHost();
            long here = open.add(COMERS, 1, ANSWER);
            if (rank == 0) awaitAll(open, here, census);
            return open;
        } catch (StoreException e) {
            if (Thread.interrupted()) throw new InterruptedException();
            throw new RendezvousException.Unreachable(
                    "the nodes cannot meet at %s: %s".formatted(endpoint, e.getMessage()), e);
        }
    }

    private StoreServer host() {
        try {
            return StoreServer.open(
                    StoreServerConfig.DEFAULT
                            .withAddress(ListenAddress.of(endpoint.host()))
                            .withPort(endpoint.port()));
        } catch (StoreException e) {
            throw new RendezvousException.Unreachable(
                    ("as --node-rank is 0 here, this node is to serve the others at %s: %s; if that"
                                    + " is another node of this job, give each its own --node-rank")
                            .formatted(endpoint, e.getMessage()),
                    e);
        }
    }

    /** As torchrun's host does. Its nodes wake nobody when they come, so they are counted. */
    private void awaitAll(Store open, long counted, Census census) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        long word = System.nanoTime() + BETWEEN_WORDS.toNanos() / 5;
        long here = counted;
        while (here < worldSize) {
            long now = System.nanoTime();
            if (now - end > 0) {
                throw new RendezvousException.TimedOut(
                        "%d of %d nodes came to %s within %d s%s"
                                .formatted(
                                        here,
                                        worldSize,
                                        endpoint,
                                        timeout.toSeconds(),
                                        missing(census, here)));
            }
            if (now - word > 0) {
                word = now + BETWEEN_WORDS.toNanos();
                news.accept(
                        new RendezvousNews.Noticed(
                                "%d of %d nodes are here; the others are waited for at %s%s"
                                        .formatted(
                                                here, worldSize, endpoint, missing(census, here))));
            }
            TimeUnit.MILLISECONDS.sleep(BETWEEN_COUNTS.toMillis());
            here = open.add(COMERS, 0, ANSWER);
        }
        var _ = census.missing(); // who is here may yet be here for another job
    }

    /** Among whom nodes of torchrun's may be, who are counted and not known. */
    private String missing(Census census, long here) {
        List<Integer> nodes = census.missing();
        if (nodes.isEmpty()) return ""; // the last is about to be counted
        String names =
                nodes.stream()
                        .limit(MOST_NAMED)
                        .map("node %d"::formatted)
                        .collect(Collectors.joining(", "));
        long missing = worldSize - here;
        return nodes.size() <= missing
                ? "; missing: " + names
                : "; missing: %d of %s".formatted(missing, names);
    }

    @Override
    public boolean isClosed() {
        return false;
    }

    @Override
    public void setClosed() {
        // there is nothing to close: nobody can join anyway
    }

    @Override
    public int numNodesWaiting() {
        return 0;
    }

    @Override
    public void leave() {
        // nobody would notice
    }

    @Override
    public boolean shutdown() {
        return true;
    }

    @Override
    public void close() {
        Store open = store;
        if (open != null) open.close();
        StoreServer hosted = server;
        if (hosted != null) hosted.closeGracefully(LAST_READERS);
    }

    @Override
    public boolean useAgentStore() {
        return true;
    }
}
