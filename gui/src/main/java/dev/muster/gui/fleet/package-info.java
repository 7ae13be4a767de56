/** All runs at the left, place by place and those of the past: one line of truth per run. */
@NullMarked
package dev.muster.gui.fleet;

import org.jspecify.annotations.NullMarked;
