/** Members of a group that meet in a store: ours alone, and together with PyTorch's. */
@NullMarked
package dev.muster.store.collective;

import org.jspecify.annotations.NullMarked;
