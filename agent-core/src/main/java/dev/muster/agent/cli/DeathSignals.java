package dev.muster.agent.cli;

import dev.muster.agent.Agent;
import dev.muster.agent.job.Signal;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What a signal to {@code muster run} does: the first one stops the workers with the same signal
 * and their grace, a second one kills them. While only other nodes are waited for, SIGINT ends the
 * waiting and not the success. Once the run is over, when at most the reader of our output keeps
 * us, any signal ends this process with the run's exit code.
 *
 * <p>The JDK's only way to hear of a signal is {@code sun.misc.Signal}. javac warns at every
 * mention of it, with no means to accept the warning in one place, so it is reached by name.
 */
final class DeathSignals {
    private static final List<Signal> HANDLED = List.of(Signal.TERM, Signal.INT, Signal.HUP);

    private DeathSignals() {}

    static void handle(Agent agent, CompletableFuture<Integer> over) {
        var asked = new AtomicBoolean();
        handle(
                signal -> {
                    if (over.isDone()) {
                        Runtime.getRuntime().halt(over.join());
                    } else if (asked.compareAndSet(false, true)) {
                        agent.stopFor(signal);
                    } else {
                        agent.forceFor(signal);
                    }
                });
    }

    /** Does {@code action}, on a thread of its own, for every signal that asks us to end. */
    static void handle(Consumer<Signal> action) {
        for (Signal signal : HANDLED) onArrival(signal, () -> action.accept(signal));
    }

    private static void onArrival(Signal signal, Runnable action) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object name =
                    signalType
                            .getConstructor(String.class)
                            .newInstance(signal.name().substring("SIG".length()));
            Object handler =
                    Proxy.newProxyInstance(
                            DeathSignals.class.getClassLoader(),
                            new Class<?>[] {handlerType},
                            (_, _, _) -> {
                                action.run();
                                return null;
                            });
            signalType.getMethod("handle", signalType, handlerType).invoke(null, name, handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java cannot listen to " + signal, e);
        }
    }
}
