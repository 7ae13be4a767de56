/** What is said of runs and workers. */
@NullMarked
package dev.muster.gui.state;

import org.jspecify.annotations.NullMarked;
