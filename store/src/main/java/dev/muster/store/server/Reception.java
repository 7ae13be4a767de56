package dev.muster.store.server;

import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.DialectRule;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.Transport;
import dev.muster.store.view.StallWatch;

import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Who is let in and what is put up with.
 *
 * @param limits sizes of keys, values and requests
 * @param capacity how much is held, and for whom
 * @param dialects how a connection's dialect becomes known
 * @param peers the only addresses to be served; empty where all are
 * @param expectedClients how many may come at once, if that is known
 * @param stalls what happens when the loop hangs
 * @param transport how bytes are moved; empty for the best that works here
 */
public record Reception(
        Limits limits,
        Capacity capacity,
        DialectRule dialects,
        Optional<Set<InetAddress>> peers,
        OptionalInt expectedClients,
        StallWatch stalls,
        Optional<Transport> transport) {
    boolean admits(InetAddress peer) {
        return peers.isEmpty() || peers.get().contains(peer);
    }
}
