/** The words of the protocol, and the bytes they are made of. */
@NullMarked
package dev.muster.store.protocol;

import org.jspecify.annotations.NullMarked;
