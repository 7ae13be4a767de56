package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.BarrierNews;
import dev.muster.agent.barrier.PeerBarrierSettings;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.loop.AgentLoop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The participants of one group, on real sockets and one loop. Everything is closed at the end. */
final class PeersOnLoopback implements AutoCloseable {
    final PeerGroup group;
    private final PeerBarrierSettings settings;
    private final InstantSource clock = InstantSource.system();
    private final AgentLoop loop = new AgentLoop(clock);
    private final Map<PeerId, PeerPort> ports = new TreeMap<>();
    private final Map<PeerId, PeerBarrier> barriers = new TreeMap<>();
    private final Map<PeerId, List<BarrierNews>> news = new ConcurrentHashMap<>();

    PeersOnLoopback(PeerBarrierSettings settings, int... ids) throws IOException {
        this.settings = settings;
        group = PeerGroup.of("test", ids);
        for (PeerId id : group.members()) ports.put(id, PeerPort.onLoopback(0));
        loop.start();
    }

    PeersOnLoopback openAll() {
        group.members().forEach(id -> open(id.value()));
        return this;
    }

    PeerBarrier open(int id) {
        var me = new PeerId(id);
        var told = news.computeIfAbsent(me, _ -> new CopyOnWriteArrayList<>());
        var config = new PeerBarrierConfig(group, me, addresses(), settings);
        var barrier = PeerBarrier.open(config, port(id), loop, clock, told::add);
        barriers.put(me, barrier);
        return barrier;
    }

    /** On the same port as before, which its last life has closed. */
    PeerBarrier reopen(int id) throws IOException {
        var me = new PeerId(id);
        ports.put(me, PeerPort.on(port(id).address()));
        return open(id);
    }

    PeerBarrier get(int id) {
        PeerBarrier barrier = barriers.get(new PeerId(id));
        if (barrier == null) throw new IllegalArgumentException("not opened: " + id);
        return barrier;
    }

    List<PeerBarrier> all() {
        return List.copyOf(barriers.values());
    }

    List<BarrierNews> news(int id) {
        return news.getOrDefault(new PeerId(id), List.of());
    }

    List<String> sentences(int id) {
        return news(id).stream().map(BarrierNews::because).toList();
    }

    PeerPort port(int id) {
        PeerPort port = ports.get(new PeerId(id));
        if (port == null) throw new IllegalArgumentException("no participant: " + id);
        return port;
    }

    private Map<PeerId, InetSocketAddress> addresses() {
        var addresses = new HashMap<PeerId, InetSocketAddress>();
        ports.forEach((id, port) -> addresses.put(id, port.address()));
        return addresses;
    }

    @Override
    public void close() {
        var closers = new ArrayList<Thread>();
        for (PeerBarrier barrier : barriers.values()) {
            closers.add(Thread.ofVirtual().start(barrier::close));
        }
        try {
            for (Thread closer : closers) closer.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        ports.values().forEach(PeerPort::close);
        loop.close();
    }
}
