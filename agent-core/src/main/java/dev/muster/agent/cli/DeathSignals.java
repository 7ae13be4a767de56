package dev.muster.agent.cli;

import dev.muster.agent.Agent;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.signal.Arrivals;
import dev.muster.agent.signal.Leaving;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What a signal to {@code muster run} does: the first one stops the workers with the same signal
 * and their grace, a second one kills them. Once the run is over, when at most the reader of our
 * output keeps us, any signal ends this process with the run's exit code.
 */
final class DeathSignals {
    private static final List<Signal> USUAL = StopTerms.DEFAULT_SIGNALS;

    private static final AtomicBoolean HANDLED = new AtomicBoolean();

    private DeathSignals() {}

    /** Ends this process at once, with a word unless something else is to be done by now. */
    static void endBeforeAnythingIsStarted(PrintStream err) {
        for (Signal signal : USUAL) Arrivals.listen(signal, () -> endFor(signal, err));
    }

    /**
     * The same for the signals that are to stop the workers, before there are any, so that these do
     * not begin deaf to one that was ignored when this process was started. SIGHUP alone stays
     * ignored then: {@code nohup} is meant for the workers too.
     */
    static void endBeforeAnythingIsStarted(List<Signal> signals, PrintStream err) {
        for (Signal signal : signals) {
            Runnable end = () -> endFor(signal, err);
            if (signal.equals(Signal.HUP)) {
                Arrivals.listen(signal, end);
            } else {
                Arrivals.listenEvenIfIgnored(signal, end);
            }
        }
    }

    private static void endFor(Signal signal, PrintStream err) {
        if (!HANDLED.get()) {
            err.printf("muster: stopped by %s before anything was started%n", signal);
        }
        Leaving.with(128 + signal.number());
    }

    static void handle(List<Signal> signals, Agent agent, CompletableFuture<Integer> over) {
        var asked = new AtomicBoolean();
        handle(
                signals,
                signal -> {
                    if (over.isDone()) {
                        Leaving.with(over.join());
                    } else if (asked.compareAndSet(false, true)) {
                        agent.stopFor(signal);
                    } else {
                        agent.forceFor(signal);
                    }
                });
    }

    /**
     * Does {@code action}, on a thread of its own, for every signal that usually ends a process.
     */
    static void handle(Consumer<Signal> action) {
        handle(USUAL, action);
    }

    private static void handle(List<Signal> signals, Consumer<Signal> action) {
        HANDLED.set(true);
        for (Signal signal : signals) Arrivals.listen(signal, () -> action.accept(signal));
    }
}
