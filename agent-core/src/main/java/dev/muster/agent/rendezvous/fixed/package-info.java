/**
 * The backend {@code static} (elastic-agent §2.2): every node is told its rank and how many there
 * are. The node of rank 0 hosts a store at the endpoint, and the workers of all use that one too.
 * Nobody can join or leave, and no failure is shared: each agent restarts its own workers alone.
 */
@NullMarked
package dev.muster.agent.rendezvous.fixed;

import org.jspecify.annotations.NullMarked;
