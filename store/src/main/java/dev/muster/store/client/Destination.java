package dev.muster.store.client;

import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;

/**
 * Which store, and what it takes to get there.
 *
 * @param address looked up anew by every try if it is unresolved
 * @param random spreads the tries of many clients
 */
public record Destination(InetSocketAddress address, Names names, RandomGenerator random) {
    /** As it was named: a look-up of the other spelling could take seconds. */
    public String name() {
        String host = address.getHostString();
        boolean bare = host.contains(":") && !host.startsWith("[");
        return (bare ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** The same store, at the address where it was found. */
    Destination at(InetSocketAddress found) {
        return new Destination(found, names, random);
    }
}
