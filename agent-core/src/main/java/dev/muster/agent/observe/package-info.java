/**
 * What can be told of a rendezvous by somebody who takes no part in it and only looks. Pure; {@code
 * session.ObserverSession} does the looking.
 */
@NullMarked
package dev.muster.agent.observe;

import org.jspecify.annotations.NullMarked;
