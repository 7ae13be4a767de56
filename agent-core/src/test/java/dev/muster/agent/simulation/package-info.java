/**
 * Whole jobs on a virtual clock, by a seed: groups of processes that die, dawdle and ignore
 * signals; nodes that meet, are lost and come back, among torchrun's and on stores that forget;
 * participants of a barrier.
 *
 * <p>Two things between nodes are left out, for they decide nothing about a round. The pen only
 * orders the writes of nodes that lost one: each is still a compare-and-set, and what is written
 * for another is simulated as wishes, beside the rules. The roll call answers whose failure it is
 * when all workers fail at once: its cases are tested one by one, and with real agents that are
 * killed.
 */
@NullMarked
package dev.muster.agent.simulation;

import org.jspecify.annotations.NullMarked;
