/**
 * Processes that are started, awaited and ended together, in torch's words ({@code
 * torch.distributed.elastic.multiprocessing}, spec/elastic-agent §3.4): all or nothing.
 *
 * <p>What does it is the agent's own engine for one attempt of a worker group that may not be
 * restarted; here stand the names that people know, and what only they have.
 */
@NullMarked
package dev.muster.agent.multiprocessing;

import org.jspecify.annotations.NullMarked;
