/**
 * What the agents of one complete round tell each other through its store, in torchrun's keys
 * (elastic-agent §3.2, §9): where the workers meet, which ranks they have, and that all are done.
 */
@NullMarked
package dev.muster.agent.round;

import org.jspecify.annotations.NullMarked;
