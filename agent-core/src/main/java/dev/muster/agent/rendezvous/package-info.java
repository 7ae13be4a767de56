/**
 * How nodes become one job: nodes <em>gather</em> until enough are here, then in <em>last call</em>
 * until its deadline or {@code maxNodes}, then the round is <em>complete</em>: ranks are dealt in
 * node order. Everything here is pure; the backends run it on a real store (elastic-agent §2).
 */
@NullMarked
package dev.muster.agent.rendezvous;

import org.jspecify.annotations.NullMarked;
