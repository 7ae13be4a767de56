package dev.muster.agent.rendezvous.etcd;

import java.util.List;

/**
 * All of {@code then} where every guard holds, and all of {@code otherwise} where one does not.
 * Guarded by what it changes itself, it can be sent twice: the second time it does nothing.
 */
record Transaction(List<Guard> guards, List<Operation> then, List<Operation> otherwise) {
    /**
     * @param succeeded whether the guards held
     * @param found by all ranges, in their order
     */
    record Outcome(boolean succeeded, Entries found) {}

    Transaction {
        guards = List.copyOf(guards);
        then = List.copyOf(then);
        otherwise = List.copyOf(otherwise);
    }
}
