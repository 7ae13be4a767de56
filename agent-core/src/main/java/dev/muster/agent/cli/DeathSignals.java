package dev.muster.agent.cli;

import dev.muster.agent.Agent;
import dev.muster.agent.job.Signal;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a signal to {@code muster run} does: the first one stops the workers with the same signal
 * and their grace, a second one kills them.
 */
final class DeathSignals {
    private static final List<Signal> HANDLED = List.of(Signal.TERM, Signal.INT, Signal.HUP);

    private DeathSignals() {}

    static void handle(Agent agent) {
        var asked = new AtomicBoolean();
        for (Signal signal : HANDLED) {
            sun.misc.Signal.handle(
                    new sun.misc.Signal(signal.name().substring("SIG".length())),
                    _ -> {
                        if (asked.compareAndSet(false, true)) {
                            agent.stopFor(signal);
                        } else {
                            agent.forceFor(signal);
                        }
                    });
        }
    }
}
