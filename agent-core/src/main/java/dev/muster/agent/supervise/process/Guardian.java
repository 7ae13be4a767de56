package dev.muster.agent.supervise.process;

import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.process.Spawn.Input;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A small process that outlives the agent by two seconds. It reads from a pipe whose other end only
 * the agent holds: when the agent is gone, however it went, the kernel closes that end, the read
 * returns, and the guardian ends every process that is in the agent's cgroup, carries its marker,
 * or was started by one that does: with SIGTERM, and a second later with SIGKILL. Nobody has to
 * cooperate for that, least of all the agent.
 *
 * <p>When the agent closes in order it says so, and the guardian leaves at once.
 */
final class Guardian {
    /**
     * $1 is the marker's prefix, $2 the agent's cgroup, or nothing. Each line of the pipe is the
     * pid and the start time of an orphan, or the farewell; {@code read} fails at its end. What
     * {@code grep} finds counts, not its status: that says whether some process ended while it was
     * being read. Nothing found counts only the third time in a row, because a process shows no
     * environment while another program takes its place. The second is over by the clock, too: on a
     * busy machine ten rounds take longer. A cgroup can be taken away only once the agent's last
     * thread has left it, too. Signals meant for the terminal's whole group must not take the
     * guardian along.
     */
    private static final String SCRIPT =
            """
            trap '' TERM INT HUP QUIT
            orphans=
            while read -r pid start; do
                [ "$pid" = bye ] && exit 0
                orphans="$orphans $pid:$start"
            done
            add() {
                case " $found " in
                    *" $1 "*) ;;
                    *) found="$found $1"; grown=1 ;;
                esac
            }
            look() {
                found=
                for file in $(grep -lsz "^$1" /proc/[0-9]*/environ); do
                    pid=${file#/proc/}
                    add "${pid%/environ}"
                done
                [ -z "$2" ] || for pid in $(cat "$2"/*/cgroup.procs 2>/dev/null); do add "$pid"; done
                for orphan in $orphans; do
                    read -r line 2>/dev/null <"/proc/${orphan%:*}/stat" || continue
                    set -- ${line##*) }
                    shift 19
                    [ "$1" = "${orphan#*:}" ] && add "${orphan%:*}"
                done
                [ -n "$found" ] || return
                grown=1
                while [ $grown = 1 ]; do
                    grown=0
                    for stat in /proc/[0-9]*/stat; do
                        read -r line 2>/dev/null <"$stat" || continue
                        set -- ${line##*) }
                        case " $found " in *" $2 "*) add "${line%% *}" ;; esac
                    done
                done
            }
            send() { for pid in $found; do kill "-$1" "$pid" 2>/dev/null; done; }
            force() {
                [ -z "$2" ] || for run in "$2"/*/; do
                    [ -w "$run/pids.max" ] && echo 0 >"$run/pids.max"
                    [ -w "$run/cgroup.kill" ] && echo 1 >"$run/cgroup.kill"
                done 2>/dev/null
                send KILL
            }
            clock() {
                read -r up _ 2>/dev/null </proc/uptime || return
                up=$((${up%.*} * 100 + 1${up#*.} - 100))
            }
            late() { [ $round -gt 9 ] || { clock && [ $((up - begin)) -ge 100 ]; }; }
            leave() {
                for round in 1 2 3 4 5 6 7 8 9 10; do
                    [ -d "$2" ] || exit 0
                    rmdir "$2"/*/ "$2" 2>/dev/null || sleep 0.1
                done
                exit 0
            }
            clock
            begin=$up
            quiet=0
            for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28; do
                look "$@"
                if [ -n "$found" ]; then
                    quiet=0
                    [ $round = 1 ] && send TERM
                    late && force "$@"
                else
                    quiet=$((quiet + 1))
                    [ $quiet = 3 ] && leave "$@"
                fi
                sleep 0.1
            done
            leave "$@"
            """;

    private static final String FAREWELL = "bye\n";
    private static final Path NOWHERE = Path.of("/dev/null");

    private final int pid;
    private final int line;
    private final Set<String> told = new HashSet<>();

    private Guardian(int pid, int line) {
        this.pid = pid;
        this.line = line;
    }

    /** Starts the guardian of everything that carries the marker or is in the cgroups. */
    static Guardian start(Marker marker, Cgroups cgroups) throws IOException {
        Posix.Pipe pipe = Posix.pipe();
        try {
            var spawn =
                    new Spawn(
                            List.of(
                                    "/bin/sh",
                                    "-c",
                                    SCRIPT,
                                    "muster-guardian",
                                    marker.prefix(),
                                    cgroups.folder().map(Path::toString).orElse("")),
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

    /**
     * Tells the guardian which orphans of the workers this process has taken in: nobody else could
     * say whose they are. To be called now and then, by one thread at a time.
     */
    void lookAfterOrphans() throws IOException {
        for (ProcessEntry orphan : Orphans.present()) {
            String name = "%d %d%n".formatted(orphan.pid(), orphan.startTicks());
            if (told.add(name)) Posix.write(line, name);
        }
    }

    int pid() {
        return pid;
    }

    /** Blocks until the process has ended, whoever ended it, and lets go of it. */
    WorkerExit awaitEnd() {
        WorkerExit exit = Posix.awaitExit(pid);
        Posix.reap(pid);
        return exit;
    }

    /** Sends the process away: the agent has seen to everything itself. */
    void dismiss() {
        Posix.write(line, FAREWELL);
    }

    /** Only once the process has ended: to one that has not, this is the agent's end. */
    void closeLine() {
        Posix.close(line);
    }
}
