package dev.muster.agent.simulation;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.c10d.Bells;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** One value that changes by compare-and-set, and the members written down for each round. */
final class SimulatedRendezvousStore {
    /** Hears of every state that replaced another. */
    interface Watcher {
        void changed(RendezvousState before, RendezvousState after);
    }

    /** A node whom the others' writes can wake. */
    interface Listener {
        void changed(News news);
    }

    /** How loud a change is. */
    enum News {
        /** Nothing but heartbeats, of which nodes of ours tell nobody. */
        HEARTBEATS,
        /** Something that others need not know at once: no bell rings. */
        MINOR,
        URGENT
    }

    private final Map<Long, SortedMap<Node, Integer>> confirmed = new HashMap<>();
    private final List<Scaling> scalings = new ArrayList<>();
    private final List<Watcher> watchers = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private RendezvousState state = RendezvousState.EMPTY;
    private int lives = 1;

    void watch(Watcher watcher) {
        watchers.add(watcher);
    }

    void listen(Listener listener) {
        listeners.add(listener);
    }

    /** Its process ends and another takes its place, which knows nothing. */
    void beginAnew() {
        lives++;
        state = RendezvousState.EMPTY;
        confirmed.clear();
        scalings.clear();
    }

    /** All that was said about how many nodes there may be. */
    List<Scaling> scalings() {
        return List.copyOf(scalings);
    }

    /** Somebody says how many there may be. */
    void scale(Scaling wanted) {
        scalings.add(wanted);
        listeners.forEach(listener -> listener.changed(News.URGENT));
    }

    /** Whoever remembers says again what a store has forgotten. */
    void remind(List<Scaling> known) {
        if (known.size() <= scalings.size()) return;
        known.subList(scalings.size(), known.size()).forEach(this::scale);
    }

    /** How often it began. What was on its way to or from an earlier life is lost. */
    int lives() {
        return lives;
    }

    RendezvousState state() {
        return state;
    }

    RendezvousState compareSet(RendezvousState expected, RendezvousState desired) {
        if (state == expected) {
            state = desired;
            watchers.forEach(watcher -> watcher.changed(expected, desired));
            News news = news(expected, desired);
            listeners.forEach(listener -> listener.changed(news));
        }
        return state;
    }

    private static News news(RendezvousState before, RendezvousState after) {
        if (before.isSameButForHeartbeats(after)) return News.HEARTBEATS;
        return Bells.name(before).equals(Bells.name(after)) ? News.MINOR : News.URGENT;
    }

    SortedMap<Node, Integer> confirm(long round, SortedMap<Node, Integer> members) {
        return confirmed.computeIfAbsent(round, _ -> members);
    }
}
