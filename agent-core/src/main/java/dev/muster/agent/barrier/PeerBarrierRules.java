package dev.muster.agent.barrier;

import dev.muster.agent.barrier.PeerBarrierInput.Abort;
import dev.muster.agent.barrier.PeerBarrierInput.Connected;
import dev.muster.agent.barrier.PeerBarrierInput.Disconnected;
import dev.muster.agent.barrier.PeerBarrierInput.Enter;
import dev.muster.agent.barrier.PeerBarrierInput.Leave;
import dev.muster.agent.barrier.PeerBarrierInput.Received;
import dev.muster.agent.barrier.PeerBarrierInput.Refused;
import dev.muster.agent.barrier.PeerBarrierInput.Reset;
import dev.muster.agent.barrier.PeerBarrierInput.Tick;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Decides what one participant of a peer barrier does (elastic-agent §6.4); never acts. The caller
 * owns the clock, the connections and the thread.
 *
 * @param me one of the group
 */
public record PeerBarrierRules(PeerGroup group, PeerId me, PeerBarrierSettings settings) {
    /** Where we stand now, what to do about it, and why, in the words an operator will read. */
    public record Step(PeerBarrierState next, List<PeerBarrierEffect> effects, String because) {
        public Step {
            effects = List.copyOf(effects);
        }
    }

    public PeerBarrierRules {
        if (!group.has(me)) {
            throw new IllegalArgumentException(
                    "participant: %s (expected: one of group '%s')".formatted(me, group.name()));
        }
    }

    /** Before anything has happened. */
    public PeerBarrierState start(Duration now) {
        List<PeerView> others =
                group.others(me).stream().map(peer -> PeerView.unknown(peer, now)).toList();
        return new PeerBarrierState(
                Position.START,
                Optional.empty(),
                Optional.empty(),
                others,
                now.plus(settings.heartbeat()));
    }

    /**
     * @param now uptime: any clock that runs evenly and only forward
     */
    public Step on(PeerBarrierState state, PeerBarrierInput input, Duration now) {
        var turn = new PeerBarrierTurn(this, state, now);
        switch (input) {
            case Enter(var timeout) -> turn.enter(timeout);
            case Reset(var timeout) -> turn.reset(timeout);
            case Abort(var because) -> turn.abort(because);
            case Leave _ -> turn.leave();
            case Connected(var peer, var incarnation) when isOther(peer) ->
                    turn.connected(peer, incarnation);
            case Disconnected(var peer) when isOther(peer) -> turn.disconnected(peer);
            case Received(var peer, var message) when isOther(peer) -> turn.received(peer, message);
            case Refused(var peer, var reason) when isOther(peer) -> turn.refused(peer, reason);
            case Connected _, Disconnected _, Received _, Refused _ ->
                    turn.because("not one of the others");
            case Tick _ -> turn.tick();
        }
        return turn.end();
    }

    private boolean isOther(PeerId peer) {
        return !peer.equals(me) && group.has(peer);
    }
}
