package dev.muster.store.keyspace;

/** One connection of a client. Never used again for another. */
public record ConnectionId(long number) {}
