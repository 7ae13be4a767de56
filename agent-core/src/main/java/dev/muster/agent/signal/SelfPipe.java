package dev.muster.agent.signal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.muster.agent.job.Signal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** A pipe from this process to itself: signal handlers write into it, one thread reads. */
final class SelfPipe {
    private static final MethodHandle PIPE2 = Libc.call(JAVA_INT, "pipe2", ADDRESS, JAVA_INT);
    private static final MethodHandle READ =
            Libc.call(JAVA_LONG, "read", JAVA_INT, ADDRESS, JAVA_LONG);

    private static final int O_CLOEXEC = 0x80000;

    private final int readEnd;
    private final MemorySegment handler;

    private SelfPipe(int readEnd, MemorySegment handler) {
        this.readEnd = readEnd;
        this.handler = handler;
    }

    static SelfPipe open() {
        try (var arena = Arena.ofConfined()) {
            var ends = arena.allocate(JAVA_INT, 2);
            Libc.check((int) PIPE2.invokeExact(ends, O_CLOEXEC));
            return new SelfPipe(
                    ends.getAtIndex(JAVA_INT, 0),
                    HandlerCode.inMemory(ends.getAtIndex(JAVA_INT, 1)));
        } catch (Throwable e) {
            throw new IllegalStateException("this system cannot listen to signals", e);
        }
    }

    /** From now on that signal comes through here. */
    void take(Signal signal) {
        Disposition.handle(signal, handler);
    }

    /** Blocks until a signal has arrived. */
    Signal await() {
        try (var arena = Arena.ofConfined()) {
            var number = arena.allocate(1);
            long count = (long) READ.invokeExact(readEnd, number, 1L);
            if (count != 1) throw new IllegalStateException("read: " + count + " (expected: 1)");
            return new Signal(number.get(JAVA_BYTE, 0));
        } catch (Throwable e) {
            throw new IllegalStateException("signals are not heard any longer", e);
        }
    }
}
