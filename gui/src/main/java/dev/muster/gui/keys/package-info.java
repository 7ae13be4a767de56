/** The keys: a table of all, and the form in which a user gives an action another one. */
@NullMarked
package dev.muster.gui.keys;

import org.jspecify.annotations.NullMarked;
