/**
 * Everything that can happen to a run, as one numbered stream, and the present as a fold of it.
 *
 * <p>The window, the journal, the demo and the tests all read this stream and nothing else: what is
 * not an event cannot be seen. Everything here is pure data.
 */
@NullMarked
package dev.muster.agent.event;

import org.jspecify.annotations.NullMarked;
