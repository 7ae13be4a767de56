/** Tests of the log pane: its rules on logs that live in memory, its looks on a headless screen. */
@NullMarked
package dev.muster.gui.logs;

import org.jspecify.annotations.NullMarked;
