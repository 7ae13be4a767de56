package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One process as {@code /proc/<pid>/stat} has it. Its pid and start time together mean it and no
 * other process, ever, until the machine is started anew.
 *
 * @param state a letter: R running, S sleeping, D in an uninterruptible wait, T stopped, Z zombie …
 * @param startTicks when it was started, in hundredths of a second since the machine was
 */
record ProcessEntry(
        int pid, String name, char state, int parent, int session, long flags, long startTicks) {
    private static final Path PROC = Path.of("/proc");
    private static final long KERNEL_THREAD = 0x0020_0000;

    /** Where the fields after the name are, counted from the state. */
    private static final int PARENT = 1;

    private static final int SESSION = 3;
    private static final int FLAGS = 6;
    private static final int START = 19;

    /** {@code pid (name) state ppid pgrp session …}; a name may hold {@code ") "} of its own. */
    static ProcessEntry parse(String stat) {
        int nameEnds = stat.lastIndexOf(')');
        String name = stat.substring(stat.indexOf('(') + 1, nameEnds);
        String[] rest = stat.substring(nameEnds + 2).split(" ", START + 2);
        return new ProcessEntry(
                Integer.parseInt(stat.substring(0, stat.indexOf(' '))),
                name,
                rest[0].charAt(0),
                Integer.parseInt(rest[PARENT]),
                Integer.parseInt(rest[SESSION]),
                Long.parseLong(rest[FLAGS]),
                Long.parseLong(rest[START]));
    }

    /**
     * Whoever has that pid now; empty when nobody has.
     *
     * @throws IOException when it cannot be known, for want of a descriptor, say
     */
    static Optional<ProcessEntry> read(int pid) throws IOException {
        return file(pid, "stat")
                .map(bytes -> parse(new String(bytes, StandardCharsets.ISO_8859_1)));
    }

    /** Its environment; empty while another program takes its place, or when it has none. */
    static byte[] environment(int pid) throws IOException {
        return file(pid, "environ").orElse(new byte[0]);
    }

    /** Nothing when the process ended meanwhile, or is another user's. */
    private static Optional<byte[]> file(int pid, String name) throws IOException {
        Path folder = PROC.resolve(Integer.toString(pid));
        try {
            return Optional.of(Files.readAllBytes(folder.resolve(name)));
        } catch (AccessDeniedException _) {
            return Optional.empty();
        } catch (IOException e) {
            boolean ended =
                    !Files.exists(folder)
                            || String.valueOf(e.getMessage()).contains("No such process");
            if (ended) return Optional.empty();
            throw e;
        }
    }

    boolean isZombie() {
        return state == 'Z' || state == 'X';
    }

    boolean isOfTheKernel() {
        return (flags & KERNEL_THREAD) != 0;
    }

    /** Whether this is the same process at another moment. */
    boolean isSameAs(ProcessEntry other) {
        return pid == other.pid && startTicks == other.startTicks;
    }
}
