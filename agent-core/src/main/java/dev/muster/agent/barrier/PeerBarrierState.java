package dev.muster.agent.barrier;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All that one participant knows. Times are its uptimes.
 *
 * @param breach the last one it had or heard of; its generation and all before are over
 * @param call our own call, while it waits
 * @param others all but ourselves, by id
 * @param nextBeat when to say again where we stand
 */
public record PeerBarrierState(
        Position at,
        Optional<Breach> breach,
        Optional<Call> call,
        List<PeerView> others,
        Duration nextBeat) {
    /** A wait of ours. */
    public record Call(Duration since, Duration deadline) {}

    public PeerBarrierState {
        others = List.copyOf(others);
    }

    /** Whether nothing can be had of this generation any more. */
    public boolean isBroken() {
        return breach.isPresent() && breach.get().generation() >= at.generation();
    }

    /** Whether a call of ours waits. */
    public boolean isWaiting() {
        return call.isPresent();
    }
}
