/**
 * The rendezvous that PyTorch's agents share through a c10d store (elastic-agent §2.7, §2.10).
 *
 * <p>One key of the store holds one value: the base64 text of a pickled state. Reading that never
 * runs what it says: {@code PickleReader} knows the few opcodes and callables that such a state is
 * made of and refuses all others, and whoever reads a state gets a {@code Token} with it, without
 * which nothing but an untouched key can be written. PyTorch has pickled the state in four {@link
 * dev.muster.agent.rendezvous.c10d.StateDialect dialects}; the token remembers which one was read.
 */
@NullMarked
package dev.muster.agent.rendezvous.c10d;

import org.jspecify.annotations.NullMarked;
