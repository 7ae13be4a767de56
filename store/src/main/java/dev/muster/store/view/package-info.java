/** A store server as seen from outside, at one moment: for a window or an API to show. */
@NullMarked
package dev.muster.store.view;

import org.jspecify.annotations.NullMarked;
