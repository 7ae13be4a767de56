package dev.muster.agent.signal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.muster.agent.job.Signal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** What the system does with a signal to this process. Any thread. */
final class Disposition {
    /** glibc's {@code struct sigaction}: handler, 128 bytes of mask, flags, restorer. */
    private static final long SIGACTION_BYTES = 152;

    private static final long FLAGS_AT = 136;
    private static final long SIG_IGN = 1;
    private static final int SA_RESTART_ONSTACK = 0x1800_0000;

    private static final long SIGSET_BYTES = 128;
    private static final int SIG_UNBLOCK = 1;

    private static final MethodHandle SIGACTION =
            Libc.call(JAVA_INT, "sigaction", JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SIGMASK =
            Libc.call(JAVA_INT, "pthread_sigmask", JAVA_INT, ADDRESS, ADDRESS);

    private Disposition() {}

    static boolean isIgnored(Signal signal) {
        try (var arena = Arena.ofConfined()) {
            var now = arena.allocate(SIGACTION_BYTES, 8);
            change(signal, MemorySegment.NULL, now);
            return now.get(ADDRESS, 0).address() == SIG_IGN;
        }
    }

    /**
     * From now on this code is run when the signal arrives, at least as long as the calling thread
     * lives: all others may have it blocked, when this process was started so.
     */
    static void handle(Signal signal, MemorySegment code) {
        try (var arena = Arena.ofConfined()) {
            var action = arena.allocate(SIGACTION_BYTES, 8);
            action.set(ADDRESS, 0, code);
            action.set(JAVA_INT, FLAGS_AT, SA_RESTART_ONSTACK);
            change(signal, action, MemorySegment.NULL);
            var own = arena.allocate(SIGSET_BYTES, 8);
            own.set(JAVA_LONG, 0, 1L << signal.number() - 1);
            Libc.check((int) SIGMASK.invokeExact(SIG_UNBLOCK, own, MemorySegment.NULL));
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("this system cannot listen to " + signal, e);
        }
    }

    private static void change(Signal signal, MemorySegment next, MemorySegment before) {
        try {
            Libc.check((int) SIGACTION.invokeExact(signal.number(), next, before));
        } catch (Throwable e) {
            throw new IllegalStateException("this system cannot listen to " + signal, e);
        }
    }
}
