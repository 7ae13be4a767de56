/**
 * The agent's one thread: an inbox of things to do, and timers.
 *
 * <p>All state of all runs belongs to this thread, so nothing of it needs a lock. Whoever must
 * block does so on a thread of its own and posts what came of it here.
 */
@NullMarked
package dev.muster.agent.loop;

import org.jspecify.annotations.NullMarked;
