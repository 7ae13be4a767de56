/**
 * What the store costs, in figures: {@code SideBySide} with PyTorch's own over real sockets, and
 * JMH benchmarks of its parts. Linux on x86-64 only. {@code BENCHMARKS.md} has the commands.
 */
@NullMarked
package dev.muster.store.bench;

import org.jspecify.annotations.NullMarked;
