/**
 * Where the threads of workers stand, by the best of three ways that works: asked through the
 * worker's own socket, looked at from outside by py-spy, or, where somebody agreed to lose the
 * worker, in the last words of its death by SIGABRT. Says which way it was, and why a better one
 * was not.
 */
@NullMarked
package dev.muster.agent.stacks;

import org.jspecify.annotations.NullMarked;
