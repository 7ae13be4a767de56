/**
 * The front door of the store: open a server, connect a client, keep a store in memory, take a part
 * of any of them. What they have in common is {@link dev.muster.store.Store}.
 */
@NullMarked
package dev.muster.store;

import org.jspecify.annotations.NullMarked;
