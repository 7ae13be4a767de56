/**
 * What workers print: their files grow, readers are told, and a terminal gets its copy.
 *
 * <p>Workers write straight into files, so nothing here can slow them down or lose a byte of
 * theirs; whoever reads keeps a position of his own.
 */
@NullMarked
package dev.muster.agent.output;

import org.jspecify.annotations.NullMarked;
