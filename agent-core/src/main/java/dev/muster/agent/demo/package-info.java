/**
 * The simulated job of {@code muster demo}: a hang, a crash, a restart and a happy end, without a
 * Python, a process or a file.
 *
 * <p>Only the workers are simulated. A {@code Plot} says what befalls each attempt, {@code
 * SimulatedWorkers} play it to the group driver that also supervises real processes, and what comes
 * out are the same events. Time is an agenda; whoever owns the clock moves it: {@code DemoSession}
 * by the wall, tests by hand.
 */
@NullMarked
package dev.muster.agent.demo;

import org.jspecify.annotations.NullMarked;
