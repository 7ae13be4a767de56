package dev.muster.agent.supervise.process;

import dev.muster.agent.supervise.process.Spawn.Input;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A small process that outlives the agent by two seconds. It reads from a pipe whose other end only
 * the agent holds: when the agent is gone, however it went, the kernel closes that end, the read
 * returns, and the guardian ends every process that carries the agent's marker: with SIGTERM, and a
 * second later with SIGKILL. Nobody has to cooperate for that, least of all the agent.
 *
 * <p>When the agent closes in order it says so with a byte, and the guardian leaves at once.
 */
public final class Guardian implements AutoCloseable {
    /**
     * $1 is the marker's prefix. {@code read} fails at the end of the pipe and succeeds on the
     * byte. What {@code grep} finds counts, not its status: that says whether some process ended
     * while it was being read. Nothing found counts only the third time in a row, because a process
     * shows no environment while another program takes its place. Signals meant for the terminal's
     * whole group must not take the guardian along.
     */
    private static final String SCRIPT =
            """
            trap '' TERM INT HUP QUIT
            read -r farewell && exit 0
            marked() { found=$(grep -lsz "^$1" /proc/[0-9]*/environ); [ -n "$found" ]; }
            send() {
                for file in $found; do
                    pid=${file#/proc/}
                    kill "-$1" "${pid%/environ}" 2>/dev/null
                done
            }
            quiet=0
            for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28; do
                if marked "$1"; then
                    quiet=0
                    [ $round = 1 ] && send TERM
                    [ $round -gt 9 ] && send KILL
                else
                    quiet=$((quiet + 1))
                    [ $quiet = 3 ] && exit 0
                fi
                sleep 0.1
            done
            """;

    private static final Path NOWHERE = Path.of("/dev/null");

    private final int pid;
    private final int farewell;

    private Guardian(int pid, int farewell) {
        this.pid = pid;
        this.farewell = farewell;
    }

    /** Starts the guardian of everything that carries the marker. */
    public static Guardian start(Marker marker) throws IOException {
        Posix.Pipe pipe = Posix.pipe();
        try {
            var spawn =
                    new Spawn(
                            List.of("/bin/sh", "-c", SCRIPT, "muster-guardian", marker.prefix()),
                            Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C"),
                            Path.of("/"),
                            new Input.Descriptor(pipe.readEnd()),
                            NOWHERE,
                            NOWHERE);
            return new Guardian(spawn.start(), pipe.writeEnd());
        } finally {
            Posix.close(pipe.readEnd());
        }
    }

    int pid() {
        return pid;
    }

    /** Sends the guardian away: the agent has seen to everything itself. */
    @Override
    public void close() {
        Posix.writeByte(farewell, '\n');
        Posix.close(farewell);
        Posix.awaitExit(pid);
        Posix.reap(pid);
    }
}
