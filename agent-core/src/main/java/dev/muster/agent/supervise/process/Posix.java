package dev.muster.agent.supervise.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.OptionalInt;

/**
 * The handful of system calls the JDK does not offer. Linux with glibc; every call says what it
 * does when the thing it names is gone. Any thread.
 */
@SuppressWarnings("restricted") // this class is the one place that speaks to libc
final class Posix {
    static final int ESRCH = 3;
    private static final int EINTR = 4;
    private static final int ECHILD = 10;
    private static final int EPIPE = 32;
    private static final int P_PID = 1;
    private static final int WNOHANG = 1;
    private static final int WEXITED = 4;
    private static final int WNOWAIT = 0x0100_0000;
    private static final int CLD_EXITED = 1;
    private static final int SIGINFO_BYTES = 128;
    private static final long SIGINFO_CODE = 8;
    private static final long SIGINFO_STATUS = 24;
    private static final int O_CLOEXEC = 0x80000;
    private static final int SYS_PIDFD_OPEN = 434;
    private static final int SYS_PIDFD_SEND_SIGNAL = 424;
    private static final short POLLIN = 1;
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int PR_GET_CHILD_SUBREAPER = 37;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle KILL = call("kill", JAVA_INT, JAVA_INT);
    private static final MethodHandle WAITID =
            call("waitid", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle PIPE2 = call("pipe2", ADDRESS, JAVA_INT);
    private static final MethodHandle CLOSE = call("close", JAVA_INT);
    private static final MethodHandle WRITE = longCall("write", JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle POLL = call("poll", ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle PIDFD_OPEN = systemCall(JAVA_INT, JAVA_INT);
    private static final MethodHandle PIDFD_SEND_SIGNAL =
            systemCall(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle GETSID = call("getsid", JAVA_INT);
    private static final MethodHandle SET_SUBREAPER =
            variadicCall("prctl", 1, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle GET_SUBREAPER =
            variadicCall("prctl", 1, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle STRERROR =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("strerror"),
                    FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private Posix() {}

    /** What {@code pipe2} made; both ends close when this process runs another program. */
    record Pipe(int readEnd, int writeEnd) {}

    /**
     * Sends a signal to one process, or with a negative {@code pid} to a process group.
     *
     * @return false when there is no such process or group
     */
    static boolean kill(int pid, Signal signal) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            int result = (int) KILL.invokeExact(state, pid, signal.number());
            if (result == 0) return true;
            if (errno(state) == ESRCH) return false;
            throw failed("kill(%d, %s)".formatted(pid, signal), errno(state));
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /**
     * Blocks until a child has ended and says how. The child stays a zombie, so that its pid keeps
     * meaning it, until {@link #reap}.
     */
    static WorkerExit awaitExit(int pid) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            var info = arena.allocate(SIGINFO_BYTES, 8);
            while (true) {
                int options = WEXITED | WNOWAIT;
                int result = (int) WAITID.invokeExact(state, P_PID, pid, info, options);
                if (result == 0) return exitOf(info);
                if (errno(state) != EINTR) throw failed("waitid(" + pid + ")", errno(state));
            }
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** Lets go of a child that has ended. Its pid may now come to mean another process. */
    static void reap(int pid) {
        int error = letGoOf(pid);
        if (error != 0) throw failed("waitid(" + pid + ")", error);
        Orphans.reaped(pid);
    }

    /** Lets go of a child that has ended, if nobody else has done so already. */
    static void reapIfThere(int pid) {
        int error = letGoOf(pid);
        if (error != 0 && error != ECHILD) throw failed("waitid(" + pid + ")", error);
    }

    private static int letGoOf(int pid) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            var info = arena.allocate(SIGINFO_BYTES, 8);
            int options = WEXITED | WNOHANG;
            int result = (int) WAITID.invokeExact(state, P_PID, pid, info, options);
            return result == 0 ? 0 : errno(state);
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** Orphaned descendants become children of this process (prctl(2)). */
    static void becomeSubreaper() {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            int result =
                    (int) SET_SUBREAPER.invokeExact(state, PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
            if (result != 0) throw failed("prctl", errno(state));
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    static boolean isSubreaper() {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            var answer = arena.allocate(JAVA_INT);
            int result =
                    (int)
                            GET_SUBREAPER.invokeExact(
                                    state, PR_GET_CHILD_SUBREAPER, answer, 0L, 0L, 0L);
            if (result != 0) throw failed("prctl", errno(state));
            return answer.get(JAVA_INT, 0) != 0;
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** The session of this process. */
    static int ownSession() {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            return (int) GETSID.invokeExact(state, 0);
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** A descriptor that means this process and never another; empty when it is gone already. */
    static OptionalInt openPid(int pid) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            long result = (long) PIDFD_OPEN.invokeExact(state, (long) SYS_PIDFD_OPEN, pid, 0);
            if (result >= 0) return OptionalInt.of((int) result);
            if (errno(state) == ESRCH) return OptionalInt.empty();
            throw failed("pidfd_open(" + pid + ")", errno(state));
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** Sends a signal to the process a descriptor means; does nothing when it is gone. */
    static void signalPid(int pidDescriptor, Signal signal) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            long result =
                    (long)
                            PIDFD_SEND_SIGNAL.invokeExact(
                                    state,
                                    (long) SYS_PIDFD_SEND_SIGNAL,
                                    pidDescriptor,
                                    signal.number(),
                                    MemorySegment.NULL,
                                    0);
            if (result != 0 && errno(state) != ESRCH) {
                throw failed("pidfd_send_signal", errno(state));
            }
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** Blocks until the process a descriptor means has ended, or the time is over: then false. */
    static boolean awaitPid(int pidDescriptor, long millis) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            var pollfd = arena.allocate(8, 4);
            pollfd.set(JAVA_INT, 0, pidDescriptor);
            pollfd.set(java.lang.foreign.ValueLayout.JAVA_SHORT, 4, POLLIN);
            int timeout = Math.clamp(millis, 0, Integer.MAX_VALUE);
            int result = (int) POLL.invokeExact(state, pollfd, 1L, timeout);
            if (result < 0 && errno(state) != EINTR) throw failed("poll", errno(state));
            return result > 0;
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    static Pipe pipe() {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            var ends = arena.allocate(JAVA_INT, 2);
            int result = (int) PIPE2.invokeExact(state, ends, O_CLOEXEC);
            if (result != 0) throw failed("pipe2", errno(state));
            return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** Writes a short text in one piece; whether anybody reads it does not matter. */
    static void write(int descriptor, String ascii) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            var bytes = arena.allocateFrom(ascii);
            long length = bytes.byteSize() - 1;
            long written = (long) WRITE.invokeExact(state, descriptor, bytes, length);
            boolean unread = written < 0 && errno(state) == EPIPE;
            if (written != length && !unread)
                throw failed("write(" + descriptor + ")", errno(state));
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    static void close(int descriptor) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CAPTURED);
            int result = (int) CLOSE.invokeExact(state, descriptor);
            if (result != 0) throw failed("close(" + descriptor + ")", errno(state));
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** The system's own words for an error number. */
    static String describe(int errno) {
        try {
            var text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(256).getString(0);
        } catch (Throwable e) {
            throw asUnchecked(e);
        }
    }

    /** A libc function that answers an int and sets errno. */
    static MethodHandle call(String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_INT, parameters),
                Linker.Option.captureCallState("errno"));
    }

    /** The same for a function with a variable number of parameters after the first few. */
    private static MethodHandle variadicCall(String name, int fixed, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_INT, parameters),
                Linker.Option.firstVariadicArg(fixed),
                Linker.Option.captureCallState("errno"));
    }

    /** The state that calls made by {@link #call} want first. */
    static MemorySegment callState(Arena arena) {
        return arena.allocate(CAPTURED);
    }

    /** Why the call before failed, in the system's words. */
    static String lastError(MemorySegment state) {
        return describe(errno(state));
    }

    static RuntimeException asUnchecked(Throwable e) {
        return switch (e) {
            case RuntimeException unchecked -> unchecked;
            case Error error -> throw error;
            default -> new IllegalStateException("a native call broke", e);
        };
    }

    private static MethodHandle longCall(String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(JAVA_LONG, parameters),
                Linker.Option.captureCallState("errno"));
    }

    /** {@code syscall(number, …)}, for calls that glibc has no function for everywhere. */
    private static MethodHandle systemCall(MemoryLayout... parameters) {
        var withNumber = new MemoryLayout[parameters.length + 1];
        withNumber[0] = JAVA_LONG;
        System.arraycopy(parameters, 0, withNumber, 1, parameters.length);
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow("syscall"),
                FunctionDescriptor.of(JAVA_LONG, withNumber),
                Linker.Option.firstVariadicArg(1),
                Linker.Option.captureCallState("errno"));
    }

    private static WorkerExit exitOf(MemorySegment info) {
        int status = info.get(JAVA_INT, SIGINFO_STATUS);
        if (info.get(JAVA_INT, SIGINFO_CODE) != CLD_EXITED) {
            return new WorkerExit.Killed(new Signal(status), false);
        }
        return status == 0 ? new WorkerExit.Succeeded() : new WorkerExit.Failed(status);
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }

    private static IllegalStateException failed(String what, int errno) {
        return new IllegalStateException(what + ": " + describe(errno));
    }
}
