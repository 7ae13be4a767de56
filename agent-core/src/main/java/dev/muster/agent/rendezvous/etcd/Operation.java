package dev.muster.agent.rendezvous.etcd;

import dev.muster.store.protocol.Bytes;

/** What a transaction does. A range sees what the operations before it have written. */
sealed interface Operation {
    /**
     * @param lease with which the key goes; 0 if it is to stay
     */
    record Put(String key, Bytes value, long lease) implements Operation {}

    record Range(KeyRange keys) implements Operation {}

    record Delete(KeyRange keys) implements Operation {}
}
