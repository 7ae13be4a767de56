/**
 * Where workers stand: asked when somebody wants to know, then told as one tree of all ranks or
 * rank by rank, and kept to be compared with what is asked later.
 */
@NullMarked
package dev.muster.gui.stacks;

import org.jspecify.annotations.NullMarked;
