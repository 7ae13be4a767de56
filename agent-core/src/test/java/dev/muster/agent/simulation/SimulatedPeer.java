package dev.muster.agent.simulation;

import dev.muster.agent.barrier.PeerBarrierEffect;
import dev.muster.agent.barrier.PeerBarrierInput;
import dev.muster.agent.barrier.PeerBarrierRules;
import dev.muster.agent.barrier.PeerBarrierState;
import dev.muster.agent.barrier.PeerId;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A participant of a peer barrier that lives in a virtual world, maybe more than once. */
final class SimulatedPeer {
    /** Who wants to know what the participants do. */
    interface Listener {
        /** A step was decided; its effects are about to be performed. */
        void stepped(SimulatedPeer peer, PeerBarrierRules.Step step);

        /** The call that waited is over; by now the peer may ask for something else. */
        void ended(SimulatedPeer peer, PeerBarrierEffect effect);
    }

    final PeerId id;
    private final PeerBarrierRules rules;
    private final World world;
    private final SimulatedPeerNetwork network;
    private final Listener listener;
    private PeerBarrierState state;
    private Optional<Duration> wake = Optional.empty();
    private long life;
    private boolean alive;

    SimulatedPeer(
            PeerBarrierRules rules, World world, SimulatedPeerNetwork network, Listener listener) {
        this.id = rules.me();
        this.rules = rules;
        this.world = world;
        this.network = network;
        this.listener = listener;
        state = rules.start(uptime());
    }

    PeerBarrierState state() {
        return state;
    }

    boolean isAlive() {
        return alive;
    }

    /** Which of its lives this is: 1, 2 … */
    long life() {
        return life;
    }

    void begin() {
        alive = true;
        life++;
        wake = Optional.empty();
        state = rules.start(uptime());
        on(new PeerBarrierInput.Tick());
        network.appeared(this);
    }

    /** As when the process is killed: its connections break. */
    void crash() {
        alive = false;
        network.vanished(this);
    }

    /** As when the machine loses its power: nobody is told. */
    void freeze() {
        alive = false;
    }

    void on(PeerBarrierInput input) {
        if (!alive) return;
        var step = rules.on(state, input, uptime());
        state = step.next();
        listener.stepped(this, step);
        step.effects().forEach(this::perform);
    }

    private void perform(PeerBarrierEffect effect) {
        switch (effect) {
            case PeerBarrierEffect.Send(var peer, var message) -> network.send(this, peer, message);
            case PeerBarrierEffect.Drop(var peer, _) -> network.drop(this, peer);
            case PeerBarrierEffect.WakeAt(var uptime) -> wakeAt(uptime);
            case PeerBarrierEffect.Pass _, PeerBarrierEffect.Fail _ -> listener.ended(this, effect);
            case PeerBarrierEffect.Refuse _, PeerBarrierEffect.Tell _ -> {}
        }
    }

    private void wakeAt(Duration uptime) {
        if (wake.isPresent() && wake.get().compareTo(uptime) <= 0) return;
        wake = Optional.of(uptime);
        long inLife = life;
        world.at(
                world.instant().plus(uptime.minus(uptime())),
                () -> {
                    if (inLife != life || !wake.equals(Optional.of(uptime))) return;
                    wake = Optional.empty();
                    on(new PeerBarrierInput.Tick());
                });
    }

    private Duration uptime() {
        return Duration.between(Instant.EPOCH, world.instant());
    }
}
