/**
 * The store on a socket: one event loop that accepts, decodes, owns the keyspace and answers.
 *
 * <p>Whatever happens on one connection, the others go on: a stream that makes no sense, a request
 * that cannot be done and a client that does not read its answers each cost that client its
 * connection and one line in the log. Connections that are silent are left alone.
 */
@NullMarked
package dev.muster.store.server;

import org.jspecify.annotations.NullMarked;
