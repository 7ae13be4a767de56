/**
 * A barrier without a store: each participant tells every other how far it has come, and passes
 * when it knows that all are there and that all know it (elastic-agent §6.4).
 *
 * <p>Everything that one participant ever says about itself is one {@code Position}: generation,
 * epoch, and how far in it. Positions only grow, and a later one implies all before it, so saying
 * one again changes nothing, one that comes late is ignored, and one per participant is all that
 * has to be kept of what came early. An epoch has two phases. Whoever calls has <em>entered</em>;
 * whoever has heard that all entered is <em>informed</em>; whoever has heard that all are informed
 * has <em>passed</em>. So nobody passes before everybody entered, and who was cut off from one
 * participant learns of it from the others.
 *
 * <p>A wait that runs out, an abort or a departure breaks the <em>generation</em>, for everybody
 * and with one {@code Breach} as the cause. The next generation begins with an agreement: its epoch
 * 0 is passed like any other, by those who ask for a reset. Epochs proper count from 1.
 *
 * <p>Whoever is started anew has lost count, so that breaks the generation too; but where the group
 * meets only once, it takes its place for as long as nobody can have passed.
 *
 * <p>What is decided: {@code PeerBarrierRules}, of a {@code PeerBarrierState}, an input and the
 * time. What is told meanwhile: {@code BarrierNews}. Everything here is pure; {@code barrier.peer}
 * runs it on TCP. {@code LegacyTags} reads what DI-engine's barrier says, for display.
 */
@NullMarked
package dev.muster.agent.barrier;

import org.jspecify.annotations.NullMarked;
