/**
 * What the members of a group do together through a store: meet at a barrier, exchange what each
 * has.
 *
 * <p>Keys and meanings are those of {@code torch.distributed.elastic.utils.store} (elastic-agent
 * §1.1), so that ranks of ours and of PyTorch's meet in one barrier; on a {@code PrefixStore} they
 * meet those on the PrefixStore of the same prefix. A key prefix is good for one meeting.
 *
 * <p>PyTorch sets the store's time limit for such a meeting and, when it fails, forgets to set it
 * back. Here nothing is set: one limit is given for the whole and every call gets what is left of
 * it.
 */
@NullMarked
package dev.muster.store.collective;

import org.jspecify.annotations.NullMarked;
