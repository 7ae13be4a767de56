/** The front door of the store: open a server, connect a client. */
@NullMarked
package dev.muster.store;

import org.jspecify.annotations.NullMarked;
