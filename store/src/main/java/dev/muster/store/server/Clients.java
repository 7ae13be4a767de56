package dev.muster.store.server;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.keyspace.Keyspace;
import dev.muster.store.keyspace.Outcome.Notice;
import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Incoming;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.Holdings;
import dev.muster.store.view.KeyView;
import dev.muster.store.wire.OperationCounts;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Everybody who is connected, and the keyspace they share. Lives on the store's loop. */
final class Clients extends ChannelInitializer<Channel> {
    private static final Logger LOG = LoggerFactory.getLogger(Clients.class);

    private final LongAdder cutOff = new LongAdder();
    private final AtomicLong takenUp = new AtomicLong();
    private final EventLoop loop;
    private final Reception reception;
    private final int maxConnections;
    private final Keyspace keyspace;
    private final Map<ConnectionId, ClientConnection> connected = new HashMap<>();
    private final Map<ConnectionId, Watcher> watchers = new HashMap<>();
    private final LargeReplies largeReplies = new LargeReplies();
    private final Siblings siblings = new Siblings();
    private final OperationCounts ofThoseGone = new OperationCounts();
    private final Transit transit;
    private final List<CompletableFuture<Boolean>> untilNobody = new ArrayList<>();
    private Optional<LastComer> awaited = Optional.empty();
    private long lastId;
    private boolean goesOn;
    private boolean closed;

    /** Somebody in this process who is told of changes. */
    private record Watcher(Key key, Consumer<? super Changed> told) {}

    Clients(EventLoop loop, Reception reception) {
        this.loop = loop;
        this.reception = reception;
        this.maxConnections = Descriptors.atMost(reception.capacity().maxConnections());
        this.keyspace = new Keyspace(reception.limits(), reception.capacity());
        this.transit = new Transit(reception.capacity().maxTransitBytes(), connected.values());
    }

    @Override
    protected void initChannel(Channel channel) {
        takeUp();
        if (closed) {
            var _ = channel.close(); // it came while the door was being shut
            return;
        }
        if (awaited.isPresent() && awaited.get().isAt(channel.remoteAddress())) {
            var _ = channel.close();
            clear(awaited.get()::isIn);
            awaited = Optional.empty();
            return;
        }
        if (connected.size() >= maxConnections) {
            turnAway(channel, "%d are connected already".formatted(connected.size()));
            return;
        }
        if (!(channel.remoteAddress() instanceof InetSocketAddress peer)) {
            var _ = channel.close(); // it is gone again
            return;
        }
        if (!reception.admits(peer.getAddress())) {
            turnAway(channel, "its address is not among those that are served");
            return;
        }
        var client =
                new ClientConnection(new ConnectionId(++lastId), channel, peer, reception, this);
        connected.put(client.id(), client);
        channel.config().setRecvByteBufAllocator(new Reads(client.decoder()));
        client.begin();
        channel.pipeline().addLast(client.decoder(), client);
    }

    /** How many newcomers and requests were taken up so far. From any thread. */
    long takenUp() {
        return takenUp.getOpaque();
    }

    private void takeUp() {
        takenUp.setOpaque(takenUp.getPlain() + 1); // nobody else writes it
    }

    void serve(ClientConnection from, Incoming incoming) {
        takeUp();
        switch (keyspace.on(from.id(), incoming)) {
            case Served(var reply, var released, var notices) -> {
                reply.ifPresent(from::send);
                for (ConnectionId id : released) tell(id, new Released());
                notices.forEach(this::tell);
            }
            case Refused(var because) -> from.cut(because);
        }
        goOnSoon();
    }

    /**
     * Goes on with long waits in further turns of the loop, a little in each. Scheduled, for what
     * is only queued runs before anybody else is served.
     */
    private void goOnSoon() {
        if (goesOn || !keyspace.isGoing()) return;
        goesOn = true;
        var _ = loop.schedule(this::goOn, 0, NANOSECONDS);
    }

    private void goOn() {
        goesOn = false;
        for (ConnectionId id : keyspace.goOn()) tell(id, new Released());
        goOnSoon();
    }

    /**
     * Whether anyone else at the address of {@code client} has said nothing yet or watches a key.
     */
    boolean hasSilentSibling(ClientConnection client) {
        return siblings.isAnyBeside(client.peer().getAddress(), client.countsAsSibling());
    }

    /** Of each address, how many have said nothing yet or watch a key. */
    Siblings siblings() {
        return siblings;
    }

    /** How many keys and queues went whose names begin with {@code prefix}. */
    int deletePrefix(Bytes prefix) {
        var deletion = keyspace.deletePrefix(prefix);
        deletion.notices().forEach(this::tell);
        return deletion.count();
    }

    /** Has {@code told} run at each change of {@code key}, until {@link #unwatch}. */
    ConnectionId watch(Key key, Consumer<? super Changed> told) {
        var watcher = new ConnectionId(++lastId);
        watchers.put(watcher, new Watcher(key, told));
        keyspace.tellOf(key, watcher);
        return watcher;
    }

    void unwatch(ConnectionId watcher) {
        watchers.remove(watcher);
        keyspace.left(watcher);
    }

    /** Everybody who is connected, in the order of their coming. */
    List<ConnectionView> view() {
        return connected.values().stream()
                .sorted(Comparator.comparingLong(client -> client.id().number()))
                .map(client -> client.view(keyspace.missing(client.id())))
                .toList();
    }

    /** Up to {@code atMost} keys, with no more than the beginnings of their values. */
    List<KeyView> keys(int atMost, int beginning) {
        return keyspace.some(atMost).stream()
                .map(
                        entry ->
                                new KeyView(
                                        entry.key(),
                                        entry.value().content().length(),
                                        beginning(entry.value().content(), beginning)))
                .toList();
    }

    private static Bytes beginning(Bytes value, int length) {
        byte[] beginning = new byte[Math.min(length, value.length())];
        value.asByteBuffer().get(beginning);
        return Bytes.adopt(beginning);
    }

    Holdings holdings() {
        return new Holdings(
                connected.size(),
                keyspace.keys(),
                keyspace.storedBytes(),
                keyspace.waitingBytes(),
                transit.countAnew(),
                largeReplies.bytes());
    }

    /** How often whoever is or was connected has asked for what. On the loop, or after its end. */
    Map<String, Long> operations() {
        var all = new OperationCounts();
        all.add(ofThoseGone);
        connected.values().forEach(client -> all.add(client.decoder().counts()));
        return all.byName();
    }

    /** One connection more had to be closed for what it did. */
    void countCutOff() {
        cutOff.increment();
    }

    /** How many connections were cut off or turned away so far. From any thread. */
    long cutOff() {
        return cutOff.sum();
    }

    LargeReplies largeReplies() {
        return largeReplies;
    }

    /** What all together have on the way. */
    Transit transit() {
        return transit;
    }

    void left(ClientConnection client) {
        connected.remove(client.id());
        ofThoseGone.add(client.decoder().counts());
        transit.changed(client.heldBytes(), 0);
        keyspace.left(client.id());
        tellIfNobody();
    }

    /** {@code nobody} becomes true once nobody is connected. */
    void tellOnceNobody(CompletableFuture<Boolean> nobody) {
        untilNobody.add(nobody);
        tellIfNobody();
    }

    private void tellIfNobody() {
        if (!connected.isEmpty()) return;
        untilNobody.forEach(nobody -> nobody.complete(true));
        untilNobody.clear();
    }

    /**
     * Forgets everything when {@code last} comes in, and closes it and every connection that was
     * made before it: the system hands them over in the order of their coming, so by then those are
     * known whom nobody had looked at yet.
     */
    void clearAtComingOf(LastComer last) {
        awaited = Optional.of(last);
    }

    /** Forgets everything and closes every connection; {@code then} they are all closed. */
    void clear(Runnable then) {
        keyspace.clear();
        watchers.forEach((id, watcher) -> keyspace.tellOf(watcher.key(), id));
        largeReplies.clear();
        closeAll(then);
    }

    /**
     * Closes every connection, and every one that still comes; {@code then} they are all closed.
     */
    void close(Runnable then) {
        closed = true;
        untilNobody.forEach(nobody -> nobody.complete(connected.isEmpty()));
        untilNobody.clear();
        keyspace.clear();
        largeReplies.clear();
        closeAll(then);
    }

    private void closeAll(Runnable then) {
        var open = new HashSet<>(connected.values());
        if (open.isEmpty()) then.run();
        for (var client : List.copyOf(open)) {
            client.close(
                    () -> {
                        if (open.remove(client) && open.isEmpty()) then.run();
                    });
        }
    }

    private void turnAway(Channel channel, String because) {
        cutOff.increment();
        LOG.warn("turned {} away: {}", Peers.numeric(channel.remoteAddress()), because);
        var _ = channel.close();
    }

    private void tell(Notice notice) {
        var watcher = watchers.get(notice.to());
        if (watcher == null) {
            tell(notice.to(), notice.change());
            return;
        }
        try {
            watcher.told().accept(notice.change());
        } catch (RuntimeException e) { // whoever made the change is not to suffer for it
            LOG.error("a change of {} was not taken well", watcher.key(), e);
        }
    }

    private void tell(ConnectionId id, StoreReply message) {
        var client = connected.get(id);
        if (client == null) throw new IllegalStateException("a message to a closed " + id);
        client.send(message);
        client.flush();
    }
}
