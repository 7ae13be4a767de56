@NullMarked
package dev.muster.gui.rendezvous;

import org.jspecify.annotations.NullMarked;
