/**
 * The client's side of the control API: HTTP/1.1 with an agent, through its Unix socket or TLS, as
 * {@link dev.muster.agent.control.client.ControlClient}. Every byte that an agent sends is taken
 * for anybody's: heads, lines, bodies and JSON have limits, what does not fit ends the connection,
 * and every failure is a {@link dev.muster.agent.control.client.ControlFailure} with one sentence.
 *
 * <p>A client has one thread, which carries bytes and calls whoever listens; a listener that takes
 * its time holds up the agent's socket, and nothing is piled up for it. No Netty type is in a
 * signature.
 */
@NullMarked
package dev.muster.agent.control.client;

import org.jspecify.annotations.NullMarked;
