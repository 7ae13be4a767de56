/**
 * The store on a socket: one event loop that accepts, decodes, owns the keyspace and answers.
 *
 * <p>Whatever happens on one connection, the others go on: a stream that makes no sense, a request
 * that cannot be done and a client that does not read its answers each cost that client its
 * connection and one line in the log. A connection that has said nothing is left alone where older
 * clients are served, each of which keeps one; elsewhere, and where somebody stops amid the first
 * words, it is cut off after a few seconds.
 *
 * <p>A thread beside the loop watches that it goes on, and resets the clients if it does not.
 */
@NullMarked
package dev.muster.store.server;

import org.jspecify.annotations.NullMarked;
