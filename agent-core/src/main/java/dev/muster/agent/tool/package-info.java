/** Other programs, run for what they print; with a limit on how much and how long. */
@NullMarked
package dev.muster.agent.tool;

import org.jspecify.annotations.NullMarked;
