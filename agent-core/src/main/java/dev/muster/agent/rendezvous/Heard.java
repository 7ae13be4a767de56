package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * When this node last saw each heartbeat change, by its own clock that only runs forward.
 *
 * <p>The times in the shared state are those of many wall clocks. For a peer of our own kind only
 * <em>that</em> a heartbeat changes counts, so no clock need agree with another. A foreign peer is
 * judged as it judges us, by the wall clock (elastic-agent §2.4), until we have seen its heartbeat
 * change: from then on it counts as alive for as long as it goes on changing. The end of last call
 * is counted the same way, from when we learned of it.
 *
 * <p>Silence counts only while we look. Whoever was paused, or could not reach the store, heard of
 * nobody in that time, and nobody is to blame for it: everybody gets a full limit again.
 *
 * @param listed who was listed when this node last looked, in order
 * @param lookedAt when this node last looked; empty before the first time
 * @param lookBy when this node meant to look again, at the latest
 * @param resumedAt when it last looked again after a pause; empty while there was none
 */
public record Heard(
        Map<Node, Beat> beats,
        Optional<LastCall> lastCall,
        Set<Node> listed,
        Optional<Duration> lookedAt,
        Optional<Duration> lookBy,
        Optional<Duration> resumedAt) {
    public static final Heard NOTHING =
            new Heard(
                    Map.of(),
                    Optional.empty(),
                    Set.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    /** torchrun looks once a second, and shows that it lives only after it looked (§2.6). */
    private static final Duration FOREIGN_POLL = Duration.ofSeconds(1);

    /**
     * The last heartbeat of one node.
     *
     * @param value as the node wrote it
     * @param seenAt when it was first seen here, or could have been at the latest
     * @param since from when on silence counts: as seen, or as looked again after a pause of ours
     * @param unwatched for how long of the time after {@code seenAt} nobody looked here
     * @param ahead by how much the node's wall clock seems ahead of ours; empty until it has been
     *     seen to change, for only then is its age known
     */
    public record Beat(
            Instant value,
            Duration seenAt,
            Duration since,
            Duration unwatched,
            Optional<Duration> ahead) {
        private static Beat seen(Instant value, Duration now, Optional<Duration> ahead) {
            return new Beat(value, now, now, Duration.ZERO, ahead);
        }

        private Beat seen(Instant there, Moment now) {
            return there.equals(value)
                    ? this
                    : seen(there, now.uptime(), Optional.of(Duration.between(now.wall(), there)));
        }

        private Beat unwatchedFor(Duration time) {
            return time.isZero()
                    ? this
                    : new Beat(value, seenAt, since, unwatched.plus(time), ahead);
        }

        /** Of a foreign node, until we have counted ourselves how long it is silent. */
        private boolean isJudgedByTheWall() {
            return ahead.isEmpty() && since.equals(seenAt);
        }

        private Beat countedFrom(Duration now) {
            return new Beat(value, seenAt, now, unwatched, ahead);
        }

        /**
         * As a store holds it that was away. Others may have written it down there from memory; so
         * it is as old as its own clock says, and one that is no newer than ours tells nothing.
         */
        private Beat found(Instant there, Duration now) {
            if (there.equals(value)) return this;
            if (there.isBefore(value)) return new Beat(there, seenAt, since, unwatched, ahead);
            Duration written = seenAt.plus(Duration.between(value, there));
            Duration at = written.compareTo(now) < 0 ? written : now;
            return new Beat(there, at, now, Duration.ZERO, ahead);
        }

        private Duration silence(Moment now) {
            return now.uptime().minus(seenAt);
        }
    }

    /**
     * That a node counts as lost.
     *
     * @param at by our uptime
     */
    record Silence(Node node, Duration at) {}

    /** An end of last call, and when we learned of it. */
    public record LastCall(Instant deadline, Duration seenAt) {}

    public Heard {
        beats = Collections.unmodifiableMap(beats);
        listed = Collections.unmodifiableSet(listed);
    }

    /**
     * With what the state tells. Who is no longer listed is remembered for a while.
     *
     * @param slack so much later than it meant to, a node may look and still have been looking
     * @param away whether the store did not answer since the last look, and may be another by now
     */
    Heard observing(RendezvousState state, Duration slack, boolean away, Moment now) {
        boolean looking = isLooking(slack, now);
        Duration missed =
                looking ? Duration.ZERO : now.uptime().minus(lookedAt.orElse(now.uptime()));
        var next = HashMap.<Node, Beat>newHashMap(state.lastHeartbeats().size());
        int listedBefore = 0;
        for (var heartbeat : state.lastHeartbeats().entrySet()) {
            Instant value = heartbeat.getValue();
            Beat before = beats.get(heartbeat.getKey());
            if (before == null) {
                next.put(heartbeat.getKey(), Beat.seen(value, now.uptime(), Optional.empty()));
                continue;
            }
            listedBefore++;
            Beat known = before.unwatchedFor(missed);
            Beat seen = away ? known.found(value, now.uptime()) : known.seen(value, now);
            next.put(heartbeat.getKey(), looking ? seen : seen.countedFrom(now.uptime()));
        }
        if (listedBefore < beats.size()) {
            Duration forgotten = now.uptime().minus(REMEMBERED);
            beats.forEach(
                    (node, beat) -> {
                        if (beat.seenAt().compareTo(forgotten) >= 0) {
                            next.putIfAbsent(node, beat.unwatchedFor(missed));
                        }
                    });
        }
        Optional<LastCall> known =
                lastCall.filter(call -> state.deadline().equals(Optional.of(call.deadline())));
        return new Heard(
                next,
                known.isPresent()
                        ? known
                        : state.deadline().map(value -> new LastCall(value, now.uptime())),
                state.lastHeartbeats().keySet(),
                Optional.of(now.uptime()),
                lookBy,
                looking ? resumedAt : Optional.of(now.uptime()));
    }

    /** Who was listed and is no longer, if this node looked all the time. */
    Set<Node> vanished(RendezvousState state, Duration slack, Moment now) {
        if (!isLooking(slack, now)) return Set.of();
        return InOrder.without(listed, state.lastHeartbeats());
    }

    private boolean isLooking(Duration slack, Moment now) {
        return lookBy.filter(due -> now.uptime().compareTo(due.plus(slack)) > 0).isEmpty();
    }

    /** This node looks again by then. */
    Heard lookingBy(Duration uptime) {
        return new Heard(beats, lastCall, listed, lookedAt, Optional.of(uptime), resumedAt);
    }

    /**
     * Whether this node has looked all the time for that long. A store that was frozen ends leases
     * when it goes on, before anybody can show it that he lives; so for a while after a pause, the
     * end of a lease is no more than silence.
     */
    boolean hasLookedFor(Duration limit, Moment now) {
        return resumedAt.filter(at -> now.uptime().compareTo(at.plus(limit)) < 0).isEmpty();
    }

    /** How long ago the node gave its last sign of life, as far as this node can tell. */
    Duration silence(Node node, Set<Node> foreign, Moment now) {
        Beat beat = beats.get(node);
        if (beat == null) return Duration.ZERO;
        Duration byOurClock = beat.silence(now);
        if (!foreign.contains(node) || !beat.isJudgedByTheWall()) return byOurClock;
        Duration byTheWall = Duration.between(beat.value(), now.wall());
        return byTheWall.compareTo(byOurClock) > 0 ? byTheWall : byOurClock;
    }

    /**
     * Whether a node that is no longer listed is lost: who leaves is heard of until the end. Only
     * the silence while this node looked is proof of it.
     */
    boolean fellSilent(Node node, RendezvousSettings settings, Moment now) {
        Beat beat = beats.get(node);
        return beat != null && isLong(beat.silence(now).minus(beat.unwatched()), settings);
    }

    /** Whether a node that is no longer listed may have fallen silent, unseen by this one. */
    boolean mayHaveFallenSilent(Node node, RendezvousSettings settings, Moment now) {
        Beat beat = beats.get(node);
        return beat != null && isLong(beat.silence(now), settings);
    }

    private static boolean isLong(Duration silence, RendezvousSettings settings) {
        return silence.plus(settings.keepAliveInterval()).compareTo(settings.silenceLimit()) >= 0;
    }

    /** Who is listed and has been silent for too long. Never {@code me}: I am here. */
    SortedSet<Node> silent(
            RendezvousState state, Node me, Set<Node> foreign, Duration limit, Moment now) {
        var silent = new TreeSet<Node>();
        Duration heardSince = now.uptime().minus(limit);
        for (Node node : state.lastHeartbeats().keySet()) {
            Beat beat = beats.get(node);
            if (node.equals(me) || beat == null) continue;
            boolean quiet =
                    foreign.contains(node)
                            ? now.uptime().compareTo(foreignSilentAt(beat, limit, now)) >= 0
                            : beat.since().compareTo(heardSince) <= 0;
            if (quiet) silent.add(node);
        }
        return silent;
    }

    /** Who of {@code nodes} counts as lost first if nothing more is heard of anybody, and when. */
    Optional<Silence> nextSilence(
            Set<Node> nodes, Node me, Set<Node> foreign, Duration limit, Moment now) {
        Optional<Silence> first = Optional.empty();
        for (Node node : nodes) {
            Beat beat = beats.get(node);
            if (node.equals(me) || beat == null) continue;
            Duration at =
                    foreign.contains(node)
                            ? foreignSilentAt(beat, limit, now)
                            : beat.since().plus(limit);
            if (first.isEmpty() || at.compareTo(first.get().at()) < 0) {
                first = Optional.of(new Silence(node, at));
            }
        }
        return first;
    }

    private static Duration foreignSilentAt(Beat beat, Duration limit, Moment now) {
        Duration patience = limit.plus(FOREIGN_POLL);
        Duration byOurClock = beat.since().plus(patience);
        Duration byTheWall = now.uptimeAt(beat.value().plus(patience));
        boolean counted = !beat.isJudgedByTheWall();
        return counted && byOurClock.compareTo(byTheWall) > 0 ? byOurClock : byTheWall;
    }

    /**
     * When last call ends: by our own last-call time, or by the wall clock where a foreign peer may
     * end it by that.
     */
    Optional<Duration> lastCallEnds(Duration length, boolean amongForeign, Moment now) {
        return lastCall.map(
                call -> {
                    Duration byOurClock = call.seenAt().plus(length);
                    Duration byTheWall = now.uptimeAt(call.deadline());
                    return amongForeign && byTheWall.compareTo(byOurClock) < 0
                            ? byTheWall
                            : byOurClock;
                });
    }

    /** By how much the node's wall clock differs from ours, once that is known. */
    Optional<Duration> ahead(Node node) {
        return Optional.ofNullable(beats.get(node)).flatMap(Beat::ahead);
    }
}
