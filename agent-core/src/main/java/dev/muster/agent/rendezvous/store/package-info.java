/** What the backends share whose nodes meet in a key-value store. */
@NullMarked
package dev.muster.agent.rendezvous.store;

import org.jspecify.annotations.NullMarked;
