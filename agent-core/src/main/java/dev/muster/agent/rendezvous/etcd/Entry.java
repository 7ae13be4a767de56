package dev.muster.agent.rendezvous.etcd;

import dev.muster.store.protocol.Bytes;

/**
 * What etcd keeps under a key.
 *
 * @param created the revision of the store in which the key came to be
 * @param modified the revision in which it was last written
 * @param lease with which it goes; 0 if it stays
 */
record Entry(String key, Bytes value, long created, long modified, long lease) {}
