package dev.muster.agent.simulation;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousState;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An agent of torchrun, doing what elastic-agent §2.4 to 2.6 says: it looks once a second, judges
 * everybody by its own wall clock, asks nobody who was in a round, and never misses a lost node.
 */
final class SimulatedTorchrun {
    private static final Duration LOOK = ofSeconds(1);
    private static final Duration WRITING = ofMillis(20);
    private static final Duration STOPPING_WORKERS = ofSeconds(3);
    private static final Duration TIME_TO_TAKE_BACK = ofSeconds(5);

    /** What its main loop is at. */
    enum Doing {
        LEAVING_TO_JOIN,
        JOINING,
        RUNNING,
        CLOSING,
        GONE
    }

    final Node name;
    private final RendezvousSettings settings;
    private final Duration skew;
    private final World world;
    private final SimulatedRendezvousStore store;
    private RendezvousState token = RendezvousState.EMPTY;
    private Draft local = new Draft(token);
    private Doing doing = Doing.LEAVING_TO_JOIN;
    private Instant deadline;
    private boolean dirty;
    private boolean stopping;
    private long round = -1;

    SimulatedTorchrun(
            Node name,
            RendezvousSettings settings,
            Duration skew,
            World world,
            SimulatedRendezvousStore store) {
        this.name = name;
        this.settings = settings;
        this.skew = skew;
        this.world = world;
        this.store = store;
        deadline = world.instant().plus(settings.timeouts().join());
        world.in(world.within(ofMillis(300)), this::turn);
    }

    boolean isAlive() {
        return doing != Doing.GONE;
    }

    boolean isRunning() {
        return doing == Doing.RUNNING && !stopping;
    }

    /** The round it runs in. */
    long round() {
        return round;
    }

    void crash() {
        doing = Doing.GONE;
    }

    /** Its workers failed, or others wait: it stops them, and asks for the next rendezvous. */
    void restart() {
        if (doing != Doing.RUNNING || stopping) return;
        stopping = true;
        world.in(
                world.within(STOPPING_WORKERS),
                () -> {
                    if (doing != Doing.RUNNING) return;
                    stopping = false;
                    doing = Doing.LEAVING_TO_JOIN;
                    deadline = world.instant().plus(settings.timeouts().join());
                });
    }

    /** Its workers are done. */
    void close() {
        if (doing == Doing.RUNNING) doing = Doing.CLOSING;
    }

    /** One turn of its loop: the last decision is written, or the state read; then it decides. */
    private void turn() {
        if (!isAlive()) return;
        token = dirty ? store.compareSet(token, local.done()) : store.state();
        local = new Draft(token);
        local.dropTheSilent(wall());
        dirty = decide();
        if (isAlive()) world.in(dirty ? world.within(WRITING) : LOOK, this::turn);
    }

    /** Whether something is to be written. */
    private boolean decide() {
        return switch (doing) {
            case LEAVING_TO_JOIN -> {
                if (local.participants.containsKey(name)) {
                    if (isPast(deadline)) yield end();
                    yield local.leaveParticipants();
                }
                doing = Doing.JOINING;
                yield join();
            }
            case JOINING -> join();
            case RUNNING -> {
                if (!local.waitList.isEmpty()) restart();
                yield keepAlive();
            }
            case CLOSING -> {
                if (local.closed) yield end();
                local.closed = true;
                yield true;
            }
            case GONE -> false;
        };
    }

    /** §2.5, join op: the first match counts. */
    private boolean join() {
        boolean in = local.participants.containsKey(name);
        int count = local.participants.size();
        if (local.closed) return end();
        if (local.redundancyList.contains(name)) {
            if (count == settings.maxNodes()) return keepAlive();
            local.redundancyList.remove(name);
            local.lastHeartbeats.remove(name);
            deadline = world.instant().plus(settings.timeouts().join());
            return true;
        }
        if (local.complete && in) {
            doing = Doing.RUNNING;
            round = local.round;
            return keepAlive();
        }
        if (isPast(deadline)) return tooLate(in);
        if (local.complete) {
            if (count < settings.maxNodes() && !local.waitList.contains(name)) {
                return local.comeTo(local.waitList, wall());
            }
            if (count >= settings.maxNodes() && !local.waitList.contains(name)) {
                return local.comeTo(local.redundancyList, wall());
            }
        } else if (in) {
            boolean enough = count >= settings.minNodes() && count <= settings.maxNodes();
            if (enough && local.deadline.filter(wall()::isAfter).isPresent()) {
                return local.markComplete();
            }
        } else {
            return local.participate(wall());
        }
        return keepAlive();
    }

    private boolean tooLate(boolean in) {
        if (!isPast(deadline.plus(TIME_TO_TAKE_BACK))) {
            if (in) return local.leaveParticipants();
            if (local.waitList.remove(name)) {
                local.lastHeartbeats.remove(name);
                return true;
            }
        }
        return end();
    }

    private boolean keepAlive() {
        Instant last = local.lastHeartbeats.get(name);
        if (last == null || last.plus(settings.keepAliveInterval()).isAfter(wall())) return false;
        local.lastHeartbeats.put(name, wall());
        return true;
    }

    private boolean end() {
        doing = Doing.GONE;
        return false;
    }

    private boolean isPast(Instant when) {
        return world.instant().isAfter(when);
    }

    private Instant wall() {
        return world.instant().plus(skew);
    }

    /** Its local copy of the shared state, and what it does to it. */
    private final class Draft {
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

        void dropTheSilent(Instant wall) {
            var silent = new ArrayList<Node>();
            lastHeartbeats.forEach(
                    (node, beat) -> {
                        if (beat.isBefore(wall.minus(settings.silenceLimit()))) silent.add(node);
                    });
            lastHeartbeats.keySet().removeAll(silent);
            waitList.removeAll(silent);
            redundancyList.removeAll(silent);
            if (participants.keySet().removeAll(silent)) epilogue();
        }

        boolean participate(Instant wall) {
            waitList.remove(name);
            participants.put(name, 0);
            lastHeartbeats.put(name, wall);
            if (participants.size() == settings.minNodes()) {
                deadline = Optional.of(wall.plus(settings.timeouts().lastCall()));
            }
            if (participants.size() == settings.maxNodes()) markComplete();
            return true;
        }

        boolean comeTo(TreeSet<Node> list, Instant wall) {
            redundancyList.remove(name);
            list.add(name);
            lastHeartbeats.put(name, wall);
            return true;
        }

        boolean leaveParticipants() {
            participants.remove(name);
            lastHeartbeats.remove(name);
            epilogue();
            return true;
        }

        boolean markComplete() {
            complete = true;
            deadline = Optional.empty();
            int rank = 0;
            for (var each : participants.entrySet()) each.setValue(rank++);
            return true;
        }

        private void epilogue() {
            if (complete) {
                if (participants.isEmpty()) {
                    complete = false;
                    round++;
                }
            } else if (participants.size() < settings.minNodes()) {
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
