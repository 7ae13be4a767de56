package dev.muster.agent.job;

import java.util.List;

/** A POSIX signal by number, with the name people know it by. Numbers are Linux's. */
public record Signal(int number) {
    public static final Signal HUP = new Signal(1);
    public static final Signal INT = new Signal(2);
    public static final Signal KILL = new Signal(9);
    public static final Signal TERM = new Signal(15);

    private static final List<String> NAMES =
            List.of(
                    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1",
                    "SEGV", "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP",
                    "TSTP", "TTIN", "TTOU", "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO",
                    "PWR", "SYS");

    public Signal {
        if (number < 1 || number > 64) {
            throw new IllegalArgumentException("signal: " + number + " (expected: 1..64)");
        }
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
