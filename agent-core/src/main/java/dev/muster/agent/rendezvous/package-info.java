/**
 * How nodes become one job: nodes <em>gather</em> until enough are here, then in <em>last call</em>
 * until its deadline or {@code maxNodes}, then the round is <em>complete</em>: ranks are dealt in
 * node order. Everything here is pure; the backends run it on a real store (elastic-agent §2).
 *
 * <p>What is asked for: {@code RendezvousParameters}, of which a {@code RendezvousBackend} makes a
 * {@code RendezvousHandler}. What is shared: {@code RendezvousState}, and {@code RendezvousChange},
 * all that a node may do to it. What is decided: {@code RendezvousRules}, of one node's {@code
 * Standing}, an input and now. What is said about it: {@code Words}.
 */
@NullMarked
package dev.muster.agent.rendezvous;

import org.jspecify.annotations.NullMarked;
