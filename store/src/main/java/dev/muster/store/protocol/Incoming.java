package dev.muster.store.protocol;

/** What comes from a client: whole requests, and of the longest ones their beginnings. */
public sealed interface Incoming permits StoreRequest, Beginning {}
