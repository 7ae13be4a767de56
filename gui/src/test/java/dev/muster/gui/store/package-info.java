/** The store's page, without pixels. */
@NullMarked
package dev.muster.gui.store;

import org.jspecify.annotations.NullMarked;
