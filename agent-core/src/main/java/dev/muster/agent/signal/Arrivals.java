package dev.muster.agent.signal;

import dev.muster.agent.job.Signal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hears of signals to this process. Any thread; an action is done on a thread of its own.
 *
 * <p>Java's own way will not do: it keeps SIGQUIT for its thread dump, leaves ignored what was
 * ignored when the process was started, and while it starts, or is about to end, does with a signal
 * what it likes. The launcher starts Java with {@code -Xrs}, so that it touches none.
 */
public final class Arrivals {
    private static final Map<Signal, Runnable> ACTIONS = new ConcurrentHashMap<>();

    private Arrivals() {}

    /** The pipe is opened, and its thread started, when the first signal is listened to. */
    private static final class Opened {
        private static final SelfPipe PIPE = SelfPipe.open();

        static {
            Thread.ofPlatform().name("signals").daemon(true).start(Arrivals::dispatch);
        }
    }

    /**
     * Does {@code action}, and no earlier one, whenever that signal arrives; never where it was
     * ignored when this process was started, as SIGHUP is by {@code nohup}.
     */
    public static void listen(Signal signal, Runnable action) {
        if (!Disposition.isIgnored(signal)) listenEvenIfIgnored(signal, action);
    }

    /**
     * The same, also for a signal that was ignored: a shell without job control starts what stands
     * before an {@code &} deaf to SIGINT and SIGQUIT.
     */
    public static void listenEvenIfIgnored(Signal signal, Runnable action) {
        boolean known = ACTIONS.put(signal, action) != null;
        if (!known) Opened.PIPE.take(signal);
    }

    private static void dispatch() {
        while (true) {
            Signal signal = Opened.PIPE.await();
            Runnable action = ACTIONS.get(signal);
            if (action != null) Thread.ofPlatform().name(signal.name()).daemon(true).start(action);
        }
    }
}
