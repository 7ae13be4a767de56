/** What a client may ask of the store and what it may answer: meanings without bytes. */
@NullMarked
package dev.muster.store.protocol;

import org.jspecify.annotations.NullMarked;
