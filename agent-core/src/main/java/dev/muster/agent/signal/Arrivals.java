package dev.muster.agent.signal;

import dev.muster.agent.job.Signal;

import java.lang.reflect.Proxy;

/**
 * Hears of signals to this process.
 *
 * <p>The JDK's only way is {@code sun.misc.Signal}. javac warns at every mention of it, with no
 * means to accept the warning in one place, so it is reached by name. It leaves a signal that was
 * ignored when this process was started as it is: under {@code nohup}, SIGHUP does nothing. SIGQUIT
 * it refuses, for which there is {@link QuitSignal}.
 */
public final class Arrivals {
    private Arrivals() {}

    /** Does {@code action} whenever that signal arrives, on a thread that may be delayed by it. */
    public static void listen(Signal signal, Runnable action) {
        if (signal.equals(Signal.QUIT)) {
            QuitSignal.listen(action);
            return;
        }
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object name =
                    signalType
                            .getConstructor(String.class)
                            .newInstance(signal.name().substring("SIG".length()));
            Object handler =
                    Proxy.newProxyInstance(
                            Arrivals.class.getClassLoader(),
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
