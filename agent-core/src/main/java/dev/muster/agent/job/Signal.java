package dev.muster.agent.job;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A POSIX signal by number, with the name people know it by. Numbers are Linux's. */
public record Signal(int number) {
    public static final Signal HUP = new Signal(1);
    public static final Signal INT = new Signal(2);
    public static final Signal QUIT = new Signal(3);
    public static final Signal ABRT = new Signal(6);
    public static final Signal KILL = new Signal(9);
    public static final Signal TERM = new Signal(15);
    public static final Signal CONT = new Signal(18);
    public static final Signal STOP = new Signal(19);

    private static final int HIGHEST = 64;

    private static final List<String> NAMES =
            List.of(
                    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1",
                    "SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP",
                    "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO",
                    "PWR", "SYS");

    public Signal {
        if (number < 1 || number > HIGHEST) {
            throw new IllegalArgumentException("signal: " + number + " (expected: 1..64)");
        }
    }

    /** The signal of that name, with or without its {@code SIG}; empty when there is none. */
    public static Optional<Signal> named(String name) {
        String full = name.startsWith("SIG") ? name : "SIG" + name;
        return IntStream.rangeClosed(1, HIGHEST)
                .mapToObj(Signal::new)
                .filter(signal -> signal.name().equals(full))
                .findFirst();
    }

    /** All but the two that the system keeps for itself. */
    public boolean isCatchable() {
        return !equals(KILL) && !equals(STOP);
    }

    /** {@code SIGTERM}; {@code SIGRT<n>} where the number has no name of its own. */
    public String name() {
        return number <= NAMES.size() ? "SIG" + NAMES.get(number - 1) : "SIGRT" + number;
    }

    /** Whether Linux has no name for it. */
    public boolean isRealTime() {
        return number > NAMES.size();
    }

    @Override
    public String toString() {
        return name();
    }
}
