package dev.muster.store.protocol;

/** A key and what is to stand under it. */
public record Entry(Key key, Value value) {}
