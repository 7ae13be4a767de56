package dev.muster.store.server;

import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Limits;

/**
 * Who is let in and what is put up with.
 *
 * @param limits sizes of keys, values and requests
 * @param maxQueuedBytes of answers that a client has not read yet
 * @param dialects how a connection's dialect becomes known
 */
public record Reception(Limits limits, int maxQueuedBytes, DialectRule dialects) {}
