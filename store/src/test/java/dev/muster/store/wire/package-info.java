/** Messages to bytes and back, cut everywhere, and what is refused before it costs anything. */
@NullMarked
package dev.muster.store.wire;

import org.jspecify.annotations.NullMarked;
