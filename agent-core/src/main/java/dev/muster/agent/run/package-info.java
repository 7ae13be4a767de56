/**
 * One run, from its acceptance to its end: its folder, its events, its workers' store and its
 * worker group, put together.
 */
@NullMarked
package dev.muster.agent.run;

import org.jspecify.annotations.NullMarked;
