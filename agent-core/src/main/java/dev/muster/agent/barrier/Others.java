package dev.muster.agent.barrier;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is known of all others, while a step is worked out. By id, and as short as can be. */
final class Others {
    private final PeerView[] views;
    private final Duration now;

    Others(List<PeerView> views, Duration now) {
        this.views = views.toArray(PeerView[]::new);
        this.now = now;
    }

    List<PeerView> all() {
        return List.of(views);
    }

    PeerView get(PeerId peer) {
        return views[indexOf(peer)];
    }

    void change(PeerId peer, UnaryOperator<PeerView> change) {
        int index = indexOf(peer);
        views[index] = change.apply(views[index]);
    }

    private int indexOf(PeerId peer) {
        int low = 0;
        int high = views.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = views[middle].id().compareTo(peer);
            if (order == 0) return middle;
            if (order < 0) low = middle + 1;
            else high = middle - 1;
        }
        throw new IllegalArgumentException("no other participant: " + peer);
    }

    /** Somebody has come so far, and with it everybody as far as that implies. */
    void raise(PeerId peer, Position position) {
        change(peer, view -> view.at(position, now));
        position.impliedOfAll().ifPresent(this::raiseAll);
    }

    private void raiseAll(Position least) {
        for (int i = 0; i < views.length; i++) {
            if (views[i].at().isBefore(least)) views[i] = views[i].at(least, now);
        }
    }

    /** As {@link #raise}, of those for whom it is news and possible. */
    void raiseUpTo(Position furthest, Set<PeerId> peers, Position position) {
        if (furthest.isBefore(position)) return;
        for (PeerView view : views) {
            boolean isNews = view.at().isBefore(position) && peers.contains(view.id());
            if (isNews) raise(view.id(), position);
        }
    }

    List<PeerId> here() {
        return ids(view -> view.presence() == Presence.HERE).toList();
    }

    /** Who is there, or further. */
    TreeSet<PeerId> at(Position position) {
        return ids(view -> isAt(view, position)).collect(Collectors.toCollection(TreeSet::new));
    }

    int countAt(Position position) {
        int count = 0;
        for (PeerView view : views) {
            if (isAt(view, position)) count++;
        }
        return count;
    }

    boolean areAllAt(Position position) {
        return countAt(position) == views.length;
    }

    private static boolean isAt(PeerView view, Position position) {
        return !view.at().isBefore(position);
    }

    long latestGeneration() {
        return Stream.of(views).mapToLong(view -> view.at().generation()).max().orElse(0);
    }

    /** Who will not reach {@code position} any more. */
    SortedSet<PeerId> goneBefore(Position position, boolean departedToo) {
        return ids(view -> {
                    boolean isGone =
                            view.presence() == Presence.LEFT
                                    || (departedToo && view.presence() == Presence.DEPARTED);
                    return isGone && !isAt(view, position);
                })
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Who has been silent for too long, and was not known to be. */
    List<PeerId> newlySilent(Duration limit) {
        return ids(view -> isExpected(view) && view.isSilent(limit, now)).toList();
    }

    private static boolean isExpected(PeerView view) {
        return view.presence() == Presence.HERE || view.presence() == Presence.UNREACHABLE;
    }

    /** How long ago somebody gave its last sign of life. */
    Optional<Duration> silence(PeerId peer) {
        return silence(get(peer));
    }

    private Optional<Duration> silence(PeerView view) {
        return view.lastHeard().map(now::minus);
    }

    /**
     * @param ours when we came ourselves, if we did
     */
    RollCall rollCall(PeerId me, Optional<Duration> ours, Position awaited) {
        var arrived = new TreeMap<PeerId, Duration>();
        var missing = new TreeMap<PeerId, RollCall.Absence>();
        for (PeerView view : views) {
            if (isAt(view, awaited)) {
                arrived.put(view.id(), view.arrived());
            } else {
                missing.put(
                        view.id(),
                        new RollCall.Absence(view.presence(), silence(view), view.refusal()));
            }
        }
        if (ours.isPresent()) {
            arrived.put(me, ours.get());
        } else {
            missing.put(
                    me,
                    new RollCall.Absence(
                            Presence.HERE, Optional.of(Duration.ZERO), Optional.empty()));
        }
        return new RollCall(
                awaited.generation(), awaited.epoch(), awaited.phase(), arrived, missing);
    }

    private Stream<PeerId> ids(Predicate<PeerView> which) {
        return Stream.of(views).filter(which).map(PeerView::id);
    }
}
