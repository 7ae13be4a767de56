/**
 * The form that starts a run: what torchrun takes on its command line, as fields.
 *
 * <p>Everything in it is text until {@code agent.launch} has checked it. The checks run beside the
 * typing, off the FX thread, and every sentence they have about a field stands under that field.
 * The form is also a translator: a pasted line or script fills it, and the line that does the same
 * in a terminal stands under it.
 */
@NullMarked
package dev.muster.gui.launch;

import org.jspecify.annotations.NullMarked;
