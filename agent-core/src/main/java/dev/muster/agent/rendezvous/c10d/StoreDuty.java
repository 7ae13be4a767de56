package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.HostNames;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousNews.Noticed;
import dev.muster.store.StoreServer;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply.Changed;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * This node's part in serving the store: from the start, in the place of whoever did, or never. All
 * whose machine the endpoint means may take over; which of them does is the operating system's to
 * decide, for it gives a port to one. Any thread.
 */
final class StoreDuty {
    /** How long the others may take to leave a store that this node serves. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final String THEN =
            "another node of this machine serves it, if one is left, or the others run on without";

    private final Consumer<? super RendezvousNews> news;
    private final Supplier<Optional<StoreHost>> takeOver;
    private Optional<HostedStores.Lease> lease;
    private Optional<StoreServer.Watch> watch = Optional.empty();
    private boolean over;

    private StoreDuty(
            Optional<HostedStores.Lease> lease,
            Supplier<Optional<StoreHost>> takeOver,
            Consumer<? super RendezvousNews> news) {
        this.lease = lease;
        this.takeOver = takeOver;
        this.news = news;
    }

    /**
     * As {@code host} says, and {@code options} for later.
     *
     * @param news is told who else still needs the store in the end
     */
    static StoreDuty of(
            StoreHost host,
            C10dOptions options,
            HostNames names,
            HostedStores stores,
            Consumer<? super RendezvousNews> news) {
        return new StoreDuty(
                host.server(),
                host.eligible() ? () -> StoreHost.inPlace(options, names, stores) : Optional::empty,
                news);
    }

    /** Of a node that never serves. */
    static StoreDuty none() {
        return new StoreDuty(Optional.empty(), Optional::empty, _ -> {});
    }

    synchronized boolean serves() {
        return lease.isPresent();
    }

    /** Serves it if nobody does and this node may; says so if it does from now on. */
    synchronized Optional<String> takeOver() {
        if (over || serves()) return Optional.empty();
        Optional<StoreHost> host = takeOver.get();
        lease = host.flatMap(StoreHost::server);
        return host.map(StoreHost::because);
    }

    /**
     * Has {@code told} run on the store's thread at each change of {@code key}, where this node
     * serves it by now; whoever was told before is not any more.
     */
    synchronized void watch(Key key, Consumer<? super Changed> told) {
        watch.ifPresent(StoreServer.Watch::close);
        watch = lease.map(it -> it.server().watch(key, told));
    }

    /** Whoever serves the store leaves last: the others still have to learn that all is over. */
    void end() {
        end(GRACE);
    }

    /** Nobody else has come yet. */
    void endAtOnce() {
        end(Duration.ZERO);
    }

    private void end(Duration grace) {
        Optional<HostedStores.Lease> last;
        synchronized (this) {
            over = true;
            last = lease;
            lease = Optional.empty();
            watch.ifPresent(StoreServer.Watch::close);
        }
        if (last.isEmpty()) return;
        if (grace.isPositive() && !last.get().server().connections().isEmpty()) {
            news.accept(
                    new Noticed(
                            "serving the store until the others have left, for at most %d s; then %s; a second Ctrl-C ends it at once"
                                    .formatted(grace.toSeconds(), THEN)));
        }
        last.get().end(grace);
    }
}
