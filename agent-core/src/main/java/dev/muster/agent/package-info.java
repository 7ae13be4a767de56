/** The front door of the agent: open it, launch runs, listen, close it. */
@NullMarked
package dev.muster.agent;

import org.jspecify.annotations.NullMarked;
