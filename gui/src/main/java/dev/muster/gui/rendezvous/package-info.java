/** The nodes of a job in one line: who is there, who is missing, who wants to come. */
@NullMarked
package dev.muster.gui.rendezvous;

import org.jspecify.annotations.NullMarked;
