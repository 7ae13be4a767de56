package dev.muster.agent.signal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.muster.agent.job.Signal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Hears of SIGQUIT, which Java keeps for its thread dump and lends to nobody.
 *
 * <p>A signal handler may run no Java. So ours is a few instructions of machine code that write one
 * byte into a pipe; a thread waits at the other end of it. Linux on x86-64 only: elsewhere SIGQUIT
 * stays Java's, and {@link #listen} says so in the log.
 */
@SuppressWarnings("restricted") // this class speaks to libc
final class QuitSignal {
    private static final Logger LOG = LoggerFactory.getLogger(QuitSignal.class);
    private static final Linker LINKER = Linker.nativeLinker();

    private static final MethodHandle PIPE2 = call(JAVA_INT, "pipe2", ADDRESS, JAVA_INT);
    private static final MethodHandle READ = call(JAVA_LONG, "read", JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle MMAP =
            call(ADDRESS, "mmap", ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle MPROTECT =
            call(JAVA_INT, "mprotect", ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle SIGACTION =
            call(JAVA_INT, "sigaction", JAVA_INT, ADDRESS, ADDRESS);

    private static final int O_CLOEXEC = 0x80000;
    private static final int READ_WRITE = 3;
    private static final int READ_EXECUTE = 5;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final long PAGE = 4096;

    /** glibc's {@code struct sigaction}: handler, 128 bytes of mask, flags. */
    private static final long SIGACTION_BYTES = 152;

    private static final long FLAGS_AT = 136;
    private static final int SA_RESTART_ONSTACK = 0x1800_0000;

    private static volatile boolean listening;

    private QuitSignal() {}

    static boolean isListening() {
        return listening;
    }

    /** Ends this process at once, and nothing of Java's is done before that. */
    static void exit(int code) {
        try {
            int answer = (int) call(JAVA_INT, "_exit", JAVA_INT).invokeExact(code);
            throw new IllegalStateException("_exit answered " + answer + " (expected: no answer)");
        } catch (Throwable e) {
            throw new IllegalStateException("this system cannot end a process", e);
        }
    }

    static void listen(Runnable action) {
        if (!System.getProperty("os.arch").equals("amd64")) {
            LOG.info("SIGQUIT makes a thread dump on this machine, and stops nothing.");
            return;
        }
        try {
            int readEnd = install();
            listening = true;
            Thread.ofPlatform().name("SIGQUIT").daemon(true).start(() -> await(readEnd, action));
        } catch (Throwable e) {
            throw new IllegalStateException("this system cannot listen to SIGQUIT", e);
        }
    }

    /** The pipe's reading end. */
    private static int install() throws Throwable {
        try (var arena = Arena.ofConfined()) {
            var ends = arena.allocate(JAVA_INT, 2);
            check((int) PIPE2.invokeExact(ends, O_CLOEXEC));
            var action = arena.allocate(SIGACTION_BYTES, 8);
            action.set(ADDRESS, 0, handler(ends.getAtIndex(JAVA_INT, 1)));
            action.set(JAVA_INT, FLAGS_AT, SA_RESTART_ONSTACK);
            check((int) SIGACTION.invokeExact(Signal.QUIT.number(), action, MemorySegment.NULL));
            return ends.getAtIndex(JAVA_INT, 0);
        }
    }

    /** {@code write(descriptor, "", 1)}; in memory that is never given back. */
    private static MemorySegment handler(int descriptor) throws Throwable {
        var code =
                ByteBuffer.allocate(32)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put((byte) 0xB8) // mov eax, 1: the number of write
                        .putInt(1)
                        .put((byte) 0xBF) // mov edi, descriptor
                        .putInt(descriptor)
                        .put(new byte[] {0x48, (byte) 0x8D, 0x35}) // lea rsi, the byte after ret
                        .putInt(8)
                        .put((byte) 0xBA) // mov edx, 1
                        .putInt(1)
                        .put(new byte[] {0x0F, 0x05, (byte) 0xC3}); // syscall, ret
        var page =
                (MemorySegment)
                        MMAP.invokeExact(
                                MemorySegment.NULL, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
        var memory = page.reinterpret(PAGE);
        MemorySegment.copy(code.array(), 0, memory, JAVA_BYTE, 0, code.position());
        check((int) MPROTECT.invokeExact(page, PAGE, READ_EXECUTE));
        return page;
    }

    private static void await(int readEnd, Runnable action) {
        try (var arena = Arena.ofConfined()) {
            var one = arena.allocate(1);
            while ((long) READ.invokeExact(readEnd, one, 1L) == 1) action.run();
        } catch (Throwable e) {
            LOG.error("SIGQUIT is not heard any longer.", e);
        }
    }

    private static void check(int result) {
        if (result != 0) throw new IllegalStateException("the system refused");
    }

    private static MethodHandle call(MemoryLayout answer, String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(answer, parameters));
    }
}
