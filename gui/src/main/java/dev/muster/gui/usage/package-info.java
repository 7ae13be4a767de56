/**
 * What the workers use over time: processors, memory, disks and GPUs, each on a chart of its own
 * over one axis of time, with the selected rank before the others.
 */
@NullMarked
package dev.muster.gui.usage;

import org.jspecify.annotations.NullMarked;
