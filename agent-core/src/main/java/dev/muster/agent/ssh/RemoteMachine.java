package dev.muster.agent.ssh;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What was found on another machine. It came from there, so it may be anything; only what has the
 * right form is kept.
 *
 * @param host what the machine calls itself
 * @param muster where the command is; absent when Muster is not there, or not to be found
 * @param sockets of this user's agents, as absolute paths
 */
public record RemoteMachine(String host, Optional<String> muster, List<String> sockets) {
    private static final String FIRST = "muster-look 1";
    private static final String LAST = "muster-look end";
    private static final int MOST_SOCKETS = 256;
    private static final Pattern SOCKET =
            Pattern.compile("/[^\\p{Cntrl}:]{0,200}/[0-9]{1,10}-[0-9]{1,18}\\.sock");
    private static final Pattern PROGRAM = Pattern.compile("/[^\\p{Cntrl}]{1,1000}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,255}");

    /**
     * Looks, and changes nothing. The folders are those that agents may listen in, whatever this
     * login's environment has; a process that is gone has no folder in {@code /proc}.
     */
    static final String LOOK =
            """
            echo 'muster-look 1'
            echo "host $(uname -n)"
            me=$(id -u)
            at=$(command -v muster 2>/dev/null)
            for each in "$HOME/.local/bin/muster" /usr/local/bin/muster /opt/muster/bin/muster; do
                [ -z "$at" ] && [ -x "$each" ] && at=$each
            done
            [ -z "$at" ] || echo "muster $at"
            for dir in "${MUSTER_HOME:+$MUSTER_HOME/run}" "${XDG_RUNTIME_DIR:+$XDG_RUNTIME_DIR/muster}" \
                "/run/user/$me/muster" "/tmp/muster-$me" "/tmp/muster-$me"-*; do
                [ -n "$dir" ] && [ -d "$dir" ] && [ -O "$dir" ] || continue
                for socket in "$dir"/*.sock; do
                    [ -S "$socket" ] || continue
                    name=${socket##*/}
                    [ -d "/proc/${name%%-*}" ] && echo "agent $socket"
                done
            done
            echo 'muster-look end'
            """;

    public RemoteMachine {
        sockets = List.copyOf(sockets);
    }

    /** Empty when that is not what {@link #LOOK} prints. */
    static Optional<RemoteMachine> read(String printed) {
        List<String> lines = printed.lines().toList();
        int from = lines.indexOf(FIRST);
        int to = lines.lastIndexOf(LAST);
        if (from < 0 || to < from) return Optional.empty();
        Optional<String> host = Optional.empty();
        Optional<String> muster = Optional.empty();
        Set<String> sockets = new LinkedHashSet<>();
        for (String line : lines.subList(from + 1, to)) {
            String value = line.substring(line.indexOf(' ') + 1);
            if (line.startsWith("host ") && HOST.matcher(value).matches()) {
                host = Optional.of(value);
            } else if (line.startsWith("muster ") && PROGRAM.matcher(value).matches()) {
                muster = Optional.of(value);
            } else if (line.startsWith("agent ") && SOCKET.matcher(value).matches()) {
                if (sockets.size() < MOST_SOCKETS) sockets.add(value);
            }
        }
        return Optional.of(
                new RemoteMachine(
                        host.orElse("a machine without a name"), muster, List.copyOf(sockets)));
    }

    /**
     * Starts an agent that stays when the connection ends. What it says stands where an agent that
     * was started there says it, for the user alone.
     *
     * @param program an absolute path there
     */
    static String start(String program) {
        return """
        log=${MUSTER_HOME:+$MUSTER_HOME/state}
        log=${log:-${XDG_STATE_HOME:-$HOME/.local/state}/muster}
        (umask 077; mkdir -p "$log"; : >>"$log/agent.log")
        exec setsid nohup '%s' agent </dev/null >>"$log/agent.log" 2>&1 &
        echo 'muster-started'
        """
                .formatted(program.replace("'", "'\\''"));
    }
}
