package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a node may do to the shared state (elastic-agent §2.5). Others see all of it or nothing. */
public enum RendezvousChange {
    KEEP_ALIVE,
    ADD_TO_PARTICIPANTS,
    ADD_TO_WAIT_LIST,
    ADD_TO_REDUNDANCY_LIST,
    REMOVE_FROM_PARTICIPANTS,
    REMOVE_FROM_WAIT_LIST,
    REMOVE_FROM_REDUNDANCY_LIST,
    /** Ours: enough nodes are here although no node's own minimum was met when it came. */
    START_LAST_CALL,
    MARK_RENDEZVOUS_COMPLETE,
    MARK_RENDEZVOUS_CLOSED;

    /** The state after {@code me} has done this. */
    RendezvousState in(RendezvousState state, Node me, RendezvousSettings settings, Instant wall) {
        var draft = new Draft(state);
        switch (this) {
            case KEEP_ALIVE -> draft.beat(me, wall);
            case ADD_TO_PARTICIPANTS -> {
                draft.waitList.remove(me);
                draft.participants.put(me, 0);
                draft.beat(me, wall);
                int count = draft.participants.size();
                if (count == settings.minNodes()) draft.lastCall(wall, settings);
                if (count == settings.maxNodes()) draft.complete();
            }
            case ADD_TO_WAIT_LIST -> {
                draft.redundancyList.remove(me);
                draft.waitList.add(me);
                draft.beat(me, wall);
            }
            case ADD_TO_REDUNDANCY_LIST -> {
                draft.waitList.remove(me);
                draft.redundancyList.add(me);
                draft.beat(me, wall);
            }
            case REMOVE_FROM_PARTICIPANTS -> {
                draft.participants.remove(me);
                draft.lastHeartbeats.remove(me);
                draft.afterLeaving(settings.minNodes());
            }
            case REMOVE_FROM_WAIT_LIST -> {
                draft.waitList.remove(me);
                draft.lastHeartbeats.remove(me);
            }
            case REMOVE_FROM_REDUNDANCY_LIST -> {
                draft.redundancyList.remove(me);
                draft.lastHeartbeats.remove(me);
            }
            case START_LAST_CALL -> draft.lastCall(wall, settings);
            case MARK_RENDEZVOUS_COMPLETE -> draft.complete();
            case MARK_RENDEZVOUS_CLOSED -> draft.closed = true;
        }
        return draft.done();
    }

    /** The state without those who fell silent: §2.4, sanitize. */
    static RendezvousState without(Set<Node> silent, RendezvousState state, int minNodes) {
        if (silent.isEmpty()) return state;
        var draft = new Draft(state);
        draft.lastHeartbeats.keySet().removeAll(silent);
        draft.waitList.removeAll(silent);
        draft.redundancyList.removeAll(silent);
        if (draft.participants.keySet().removeAll(silent)) draft.afterLeaving(minNodes);
        return draft.done();
    }

    /** A state in the making. */
    private static final class Draft {
        private long round;
        private boolean complete;
        private Optional<Instant> deadline;
        private boolean closed;
        private final TreeMap<Node, Integer> participants;
        private final TreeSet<Node> waitList;
        private final TreeSet<Node> redundancyList;
        private final TreeMap<Node, Instant> lastHeartbeats;

        Draft(RendezvousState state) {
            round = state.round();
            complete = state.complete();
            deadline = state.deadline();
            closed = state.closed();
            participants = new TreeMap<>(state.participants());
            waitList = new TreeSet<>(state.waitList());
            redundancyList = new TreeSet<>(state.redundancyList());
            lastHeartbeats = new TreeMap<>(state.lastHeartbeats());
        }

        /** A heartbeat is a change, also where the wall clock was set back to the last one. */
        void beat(Node me, Instant wall) {
            Instant value = wall.truncatedTo(ChronoUnit.MICROS); // as fine as Python's clock
            Instant before = lastHeartbeats.get(me);
            lastHeartbeats.put(
                    me,
                    value.equals(before) ? value.plus(Duration.of(1, ChronoUnit.MICROS)) : value);
        }

        void lastCall(Instant wall, RendezvousSettings settings) {
            deadline =
                    Optional.of(
                            wall.plus(settings.timeouts().lastCall())
                                    .truncatedTo(ChronoUnit.MICROS));
        }

        void complete() {
            complete = true;
            deadline = Optional.empty();
            int rank = 0;
            for (var participant : participants.entrySet()) participant.setValue(rank++);
        }

        /** §2.4, epilogue: the last one out turns the round; too few for last call end it. */
        void afterLeaving(int minNodes) {
            if (complete) {
                if (participants.isEmpty()) {
                    complete = false;
                    round++;
                }
            } else if (participants.size() < minNodes) {
                deadline = Optional.empty();
            }
        }

        RendezvousState done() {
            return new RendezvousState(
                    round,
                    complete,
                    deadline,
                    closed,
                    participants,
                    waitList,
                    redundancyList,
                    lastHeartbeats);
        }
    }
}
