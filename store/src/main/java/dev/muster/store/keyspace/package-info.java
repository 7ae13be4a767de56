/**
 * What the store holds and what its requests do to it, without a socket, a thread or a clock.
 *
 * <p>A request and the connection it came from go in; the answer, and the connections whose waits
 * it ended, come out. Whoever owns a keyspace calls it from one thread and carries the answers.
 */
@NullMarked
package dev.muster.store.keyspace;

import org.jspecify.annotations.NullMarked;
