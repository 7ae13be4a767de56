package dev.muster.agent.signal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The signal handler itself. One may run no Java, so it is a few instructions of machine code: they
 * write the number of the signal into a pipe, as one byte, and touch no {@code errno}.
 */
final class HandlerCode {
    private static final MethodHandle MMAP =
            Libc.call(ADDRESS, "mmap", ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle MPROTECT =
            Libc.call(JAVA_INT, "mprotect", ADDRESS, JAVA_LONG, JAVA_INT);

    private static final int READ_WRITE = 3;
    private static final int READ_EXECUTE = 5;
    private static final int PRIVATE_ANONYMOUS = 0x22;

    private static final long MAP_FAILED = -1;

    /** A page of the largest size there is. */
    private static final long PAGE = 65536;

    private HandlerCode() {}

    /**
     * The handler in memory that is never given back.
     *
     * @param descriptor the pipe's writing end, below 65536
     */
    static MemorySegment inMemory(int descriptor) throws Throwable {
        byte[] code = forProcessor(System.getProperty("os.arch"), descriptor);
        var page =
                (MemorySegment)
                        MMAP.invokeExact(
                                MemorySegment.NULL, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
        Libc.check(page.address() == MAP_FAILED ? -1 : 0);
        MemorySegment.copy(code, 0, writable(page), JAVA_BYTE, 0, code.length);
        Libc.check((int) MPROTECT.invokeExact(page, PAGE, READ_EXECUTE));
        return page;
    }

    @SuppressWarnings("restricted") // of that size it was asked for
    private static MemorySegment writable(MemorySegment page) {
        return page.reinterpret(PAGE);
    }

    /** By Java's names for processors. */
    static byte[] forProcessor(String name, int descriptor) {
        return switch (name) {
            case "amd64" -> forX86(descriptor);
            case "aarch64" -> forArm(descriptor);
            default ->
                    throw new IllegalStateException(
                            "processor: %s (expected: amd64 or aarch64)".formatted(name));
        };
    }

    private static byte[] forX86(int descriptor) {
        return littleEndian(28)
                .put(new byte[] {(byte) 0x89, 0x7C, 0x24, (byte) 0xF8}) // mov [rsp-8], edi
                .put((byte) 0xB8) // mov eax, 1: the number of write
                .putInt(1)
                .put((byte) 0xBF) // mov edi, descriptor
                .putInt(descriptor)
                .put(new byte[] {0x48, (byte) 0x8D, 0x74, 0x24, (byte) 0xF8}) // lea rsi, [rsp-8]
                .put(new byte[] {(byte) 0x89, (byte) 0xC2}) // mov edx, eax
                .put(new byte[] {0x0F, 0x05}) // syscall
                .put((byte) 0xC3) // ret
                .array();
    }

    private static byte[] forArm(int descriptor) {
        return littleEndian(36)
                .putInt(0xD10043FF) // sub sp, sp, #16
                .putInt(0x390003E0) // strb w0, [sp]
                .putInt(0x52800000 | descriptor << 5) // mov w0, #descriptor
                .putInt(0x910003E1) // mov x1, sp
                .putInt(0xD2800022) // mov x2, #1
                .putInt(0xD2800808) // mov x8, #64: the number of write
                .putInt(0xD4000001) // svc #0
                .putInt(0x910043FF) // add sp, sp, #16
                .putInt(0xD65F03C0) // ret
                .array();
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
