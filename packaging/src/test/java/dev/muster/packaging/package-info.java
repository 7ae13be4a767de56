/**
 * The launcher as its users meet it: the real script, in a small pretended checkout where what it
 * decides is asked, and with the assembled application where what it starts is.
 */
@NullMarked
package dev.muster.packaging;

import org.jspecify.annotations.NullMarked;
