package dev.muster.agent.simulation;

import dev.muster.agent.rendezvous.Node;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes' leases in a store that has such, by the store's own clock. */
final class SimulatedLeases {
    private final World world;
    private final Duration life;
    private final Map<Node, Instant> ends = new HashMap<>();
    private final List<Runnable> watchers = new ArrayList<>();

    SimulatedLeases(World world, Duration life) {
        this.world = world;
        this.life = life;
    }

    /** Hears of every end. */
    void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    /** A sign of life of that node has come. */
    void keepAlive(Node node) {
        Instant end = world.instant().plus(life);
        ends.put(node, end);
        world.at(end, () -> endAt(node, end));
    }

    /** Who counts as living now. */
    Set<Node> held() {
        return new HashSet<>(ends.keySet());
    }

    private void endAt(Node node, Instant end) {
        if (ends.remove(node, end)) watchers.forEach(Runnable::run);
    }
}
