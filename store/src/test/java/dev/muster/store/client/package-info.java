/** What a client does before it has a store to talk to. */
@NullMarked
package dev.muster.store.client;

import org.jspecify.annotations.NullMarked;
