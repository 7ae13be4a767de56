/** The front door, as the rest of Muster and real PyTorch programs use it. */
@NullMarked
package dev.muster.store;

import org.jspecify.annotations.NullMarked;
