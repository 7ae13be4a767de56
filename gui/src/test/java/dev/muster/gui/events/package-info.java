@NullMarked
package dev.muster.gui.events;

import org.jspecify.annotations.NullMarked;
