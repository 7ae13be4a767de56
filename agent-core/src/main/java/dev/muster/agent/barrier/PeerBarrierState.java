package dev.muster.agent.barrier;

import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that one participant knows. Times are its uptimes.
 *
 * @param breach the last one it had or heard of; its generation and all before are over
 * @param call our own call, while it waits
 * @param nextBeat when to say again where we stand
 */
public record PeerBarrierState(
        Position at,
        Optional<Breach> breach,
        Optional<Call> call,
        SortedMap<PeerId, PeerView> others,
        Duration nextBeat) {
    /** A wait of ours. */
    record Call(Duration since, Duration deadline) {}

    public PeerBarrierState {
        others = Collections.unmodifiableSortedMap(new TreeMap<>(others));
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
