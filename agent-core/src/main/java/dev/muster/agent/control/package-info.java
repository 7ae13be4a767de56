/**
 * The control API: every agent process serves it on a Unix socket of its own, so that any window,
 * terminal or script of the same user can watch and steer its runs.
 *
 * <p>One loop has all connections and all streams of events; it never waits. Whatever may block, a
 * file's reader, has a virtual thread, and the agent's own thread only leaves events in an inbox
 * here. An event is encoded once, and all clients of its run share the bytes; a client that does
 * not take them is sent back to the run's journal instead of being remembered for.
 *
 * <p>Who may ask: the user whose agent it is, and nobody else on this machine. The folder and the
 * socket are closed to others, the peer's user is looked at again, and what a web page would send
 * is refused. Where the agent was told to listen for other machines, those may ask too whose keys
 * are paired ({@link dev.muster.agent.pairing}), as far as their role goes.
 */
@NullMarked
package dev.muster.agent.control;

import org.jspecify.annotations.NullMarked;
