/**
 * The store from the other end of the socket: connections that are asked one thing after another
 * and answer by a deadline or say why they cannot.
 *
 * <p>PyTorch's own client waits without limit for every answer but that of WAIT, and for ever on a
 * server that accepts and stays silent (tcpstore §4.1, §6). Here nothing is awaited without a
 * limit.
 */
@NullMarked
package dev.muster.store.client;

import org.jspecify.annotations.NullMarked;
