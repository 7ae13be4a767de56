@NullMarked
package dev.muster.gui.timeline;

import org.jspecify.annotations.NullMarked;
