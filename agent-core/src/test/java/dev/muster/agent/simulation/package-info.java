/** A whole group on a virtual clock: processes that die, dawdle and ignore signals, by a seed. */
@NullMarked
package dev.muster.agent.simulation;

import org.jspecify.annotations.NullMarked;
