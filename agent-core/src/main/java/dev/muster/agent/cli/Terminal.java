package dev.muster.agent.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Data goes to {@code out}, talk goes to {@code err}.
 *
 * @param outObeys whether what is behind {@code out} obeys escape sequences
 * @param errObeys whether what is behind {@code err} does
 */
record Terminal(PrintStream out, PrintStream err, boolean outObeys, boolean errObeys) {
    private static final Pattern DEVICE = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");

    /** Two streams that end in files or pipes. */
    Terminal(PrintStream out, PrintStream err) {
        this(out, err, false, false);
    }

    /** This process's own, with those behind which a terminal is found out. */
    static Terminal ofThisProcess(PrintStream out, PrintStream err) {
        return new Terminal(out, err, isDevice(1), isDevice(2));
    }

    private static boolean isDevice(int descriptor) {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor));
            return DEVICE.matcher(target.toString()).matches();
        } catch (IOException _) {
            return false; // closed, and then nobody obeys
        }
    }
}
