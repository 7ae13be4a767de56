/** The {@code muster} command, but for the calls that open a window. */
@NullMarked
package dev.muster.agent.cli;

import org.jspecify.annotations.NullMarked;
