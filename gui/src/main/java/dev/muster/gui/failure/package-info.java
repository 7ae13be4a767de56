/**
 * Why an attempt failed: whose failure it was, what that worker left behind, whom it took along,
 * and what somebody could do next.
 *
 * <p>What happened is the agent's word. Here it is only put in order: the user's own code before
 * the libraries', advice only where a cause is known well enough for it.
 */
@NullMarked
package dev.muster.gui.failure;

import org.jspecify.annotations.NullMarked;
