/**
 * Agents on other machines, by the system's own {@code ssh} and the user's own configuration of it:
 * whatever {@code ssh NAME} can reach in a terminal can be reached here, in the same way.
 *
 * <p>For each machine there is one connection, which everything else shares: the looking for
 * agents, and the way to each one's socket. ssh holds it for as long as this process holds ssh's
 * standard input, so that nothing is left when this process is killed.
 */
@NullMarked
package dev.muster.agent.ssh;

import org.jspecify.annotations.NullMarked;
