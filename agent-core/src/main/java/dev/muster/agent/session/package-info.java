/**
 * One way to see and steer an agent, wherever it is: every screen and every command goes through
 * {@link dev.muster.agent.session.AgentSession} and knows nothing else of the agent.
 */
@NullMarked
package dev.muster.agent.session;

import org.jspecify.annotations.NullMarked;
