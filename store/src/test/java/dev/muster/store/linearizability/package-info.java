/**
 * Whether several clients at once see what one store, serving one request after the other, could
 * have shown them.
 *
 * <p>Each client keeps a {@link dev.muster.store.linearizability.Diary} of what it asked and heard,
 * and when. {@link dev.muster.store.linearizability.Linearizer} then looks for an order in which a
 * simple store answers the same to everybody. Clients are simulated around a bare keyspace, in
 * virtual time, or sit on real sockets.
 */
@NullMarked
package dev.muster.store.linearizability;

import org.jspecify.annotations.NullMarked;
