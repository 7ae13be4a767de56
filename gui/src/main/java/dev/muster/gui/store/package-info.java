/**
 * The store that the workers of a run meet at: its keys by what they are for, and its clients by
 * how long they have waited. It is looked into every two seconds while the page is in sight.
 */
@NullMarked
package dev.muster.gui.store;

import org.jspecify.annotations.NullMarked;
