package dev.muster.agent.signal;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;

/** The C library's functions, by name. */
@SuppressWarnings("restricted") // this package speaks to libc
final class Libc {
    private static final Linker LINKER = Linker.nativeLinker();

    private Libc() {}

    static MethodHandle call(MemoryLayout answer, String name, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(answer, parameters));
    }

    static void check(int result) {
        if (result != 0) throw new IllegalStateException("the system refused");
    }
}
