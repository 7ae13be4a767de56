package dev.muster.agent.barrier;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** What is known of all others, while a step is worked out. */
final class Others {
    private final TreeMap<PeerId, PeerView> views;
    private final Duration now;

    Others(SortedMap<PeerId, PeerView> views, Duration now) {
        this.views = new TreeMap<>(views);
        this.now = now;
    }

    SortedMap<PeerId, PeerView> all() {
        return views;
    }

    PeerView get(PeerId peer) {
        PeerView view = views.get(peer);
        if (view == null) throw new IllegalArgumentException("no other participant: " + peer);
        return view;
    }

    void change(PeerId peer, UnaryOperator<PeerView> change) {
        views.put(peer, change.apply(get(peer)));
    }

    /** Somebody has come so far, and with it everybody as far as that implies. */
    void raise(PeerId peer, Position position) {
        change(peer, view -> view.at(position, now));
        position.impliedOfAll()
                .ifPresent(
                        least ->
                                views.replaceAll(
                                        (_, view) ->
                                                view.at().isBefore(least)
                                                        ? view.at(least, now)
                                                        : view));
    }

    /** As {@link #raise}, of those for whom it is news and possible. */
    void raiseUpTo(Position furthest, Set<PeerId> peers, Position position) {
        if (furthest.isBefore(position)) return;
        for (PeerId peer : peers) {
            PeerView view = views.get(peer);
            if (view != null && view.at().isBefore(position)) raise(peer, position);
        }
    }

    List<PeerId> here() {
        return views.entrySet().stream()
                .filter(entry -> entry.getValue().presence() == Presence.HERE)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Who is there, or further. */
    TreeSet<PeerId> at(Position position) {
        var ids = new TreeSet<PeerId>();
        views.forEach(
                (peer, view) -> {
                    if (isAt(view, position)) ids.add(peer);
                });
        return ids;
    }

    long countAt(Position position) {
        return views.values().stream().filter(view -> isAt(view, position)).count();
    }

    boolean areAllAt(Position position) {
        return views.values().stream().allMatch(view -> isAt(view, position));
    }

    private static boolean isAt(PeerView view, Position position) {
        return !view.at().isBefore(position);
    }

    long latestGeneration() {
        return views.values().stream().mapToLong(view -> view.at().generation()).max().orElse(0);
    }

    /** Who will not reach {@code position} any more. */
    SortedSet<PeerId> goneBefore(Position position, boolean departedToo) {
        var gone = new TreeSet<PeerId>();
        views.forEach(
                (peer, view) -> {
                    boolean isGone =
                            view.presence() == Presence.LEFT
                                    || (departedToo && view.presence() == Presence.DEPARTED);
                    if (isGone && !isAt(view, position)) gone.add(peer);
                });
        return gone;
    }

    /** Who has been silent for too long, and was not known to be. */
    List<PeerId> newlySilent(Duration limit) {
        return views.entrySet().stream()
                .filter(entry -> isAwaited(entry.getValue()))
                .filter(entry -> entry.getValue().isSilent(limit, now))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isAwaited(PeerView view) {
        return view.presence() == Presence.HERE || view.presence() == Presence.UNREACHABLE;
    }

    /** How long ago somebody gave its last sign of life. */
    Optional<Duration> silence(PeerId peer) {
        return get(peer).lastHeard().map(now::minus);
    }

    /**
     * @param ours when we came ourselves, if we did
     */
    RollCall rollCall(PeerId me, Optional<Duration> ours, Position awaited) {
        var arrived = new TreeMap<PeerId, Duration>();
        var missing = new TreeMap<PeerId, RollCall.Absence>();
        views.forEach(
                (peer, view) -> {
                    if (isAt(view, awaited)) {
                        arrived.put(peer, view.arrived());
                    } else {
                        missing.put(peer, new RollCall.Absence(view.presence(), silence(peer)));
                    }
                });
        if (ours.isPresent()) {
            arrived.put(me, ours.get());
        } else {
            missing.put(me, new RollCall.Absence(Presence.HERE, Optional.of(Duration.ZERO)));
        }
        return new RollCall(
                awaited.generation(), awaited.epoch(), awaited.phase(), arrived, missing);
    }
}
