package dev.muster.agent.stacks;

import dev.muster.agent.job.Signal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the kernel tells of a process.
 *
 * @param state a letter: Z when it has ended and nobody has taken notice
 * @param caught a bit for each signal that it has a handler for, SIGHUP's the lowest
 */
record ProcStatus(char state, long caught) {
    private static final Pattern MASK = Pattern.compile("[0-9a-f]{1,16}");

    /** Empty when there is no such process. */
    static Optional<ProcStatus> of(long pid) throws IOException {
        try {
            String status = Files.readString(file(pid, "status"), StandardCharsets.ISO_8859_1);
            String mask = field(status, "SigCgt");
            return Optional.of(
                    new ProcStatus(
                            field(status, "State").charAt(0),
                            MASK.matcher(mask).matches() ? Long.parseUnsignedLong(mask, 16) : 0));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** What it was started with under that name. */
    static Optional<String> variable(long pid, String name) throws IOException {
        String all = Files.readString(file(pid, "environ"), StandardCharsets.ISO_8859_1);
        return Arrays.stream(all.split("\0", -1))
                .filter(entry -> entry.startsWith(name + "="))
                .map(entry -> entry.substring(name.length() + 1))
                .findFirst();
    }

    boolean catches(Signal signal) {
        return (caught >>> (signal.number() - 1) & 1) == 1;
    }

    boolean isOver() {
        return state == 'Z' || state == 'X';
    }

    private static String field(String status, String name) {
        return status.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("?");
    }

    private static Path file(long pid, String name) {
        return Path.of("/proc/" + pid + "/" + name);
    }
}
