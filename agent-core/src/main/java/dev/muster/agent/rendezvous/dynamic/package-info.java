/**
 * The dynamic rendezvous at work (elastic-agent §2.3 … 2.8): {@code RendezvousDriver} performs what
 * {@code RendezvousRules} decide for one node, on a thread of its own, and {@code DynamicHandler}
 * is the agent's way to it. Where the nodes keep what they share is a {@code SharedState}, which
 * each backend brings.
 */
@NullMarked
package dev.muster.agent.rendezvous.dynamic;

import org.jspecify.annotations.NullMarked;
