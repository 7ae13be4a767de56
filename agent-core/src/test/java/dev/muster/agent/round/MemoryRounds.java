package dev.muster.agent.round;

import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.rendezvous.store.StoreRound;
import dev.muster.store.HashStore;

/** The rounds of a job, in this process's memory. */
final class MemoryRounds {
    private MemoryRounds() {}

    static RoundStore of(HashStore store, long round) {
        return new StoreRound(store, number -> "job." + number, round);
    }
}
