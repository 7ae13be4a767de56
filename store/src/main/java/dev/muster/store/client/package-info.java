/**
 * The store from the other end of the socket: a connection that is asked one thing at a time and
 * answers by a deadline or says why it cannot.
 *
 * <p>PyTorch's own client waits without limit for every answer but that of WAIT, and for ever on a
 * server that accepts and stays silent (tcpstore §4.1, §6). Here nothing is awaited without a
 * limit.
 */
@NullMarked
package dev.muster.store.client;

import org.jspecify.annotations.NullMarked;
