package dev.muster.agent.ssh;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Where the way to another machine stands. */
public sealed interface SshState {
    /** ssh is at it for the first time, or because somebody asked for it. */
    record Connecting(Instant since) implements SshState {}

    /**
     * @param ways to the agents that are there now, by their age as far as their names tell
     */
    record Up(RemoteMachine machine, List<Way> ways) implements SshState {
        public Up {
            ways = List.copyOf(ways);
        }
    }

    /**
     * There is no connection now.
     *
     * @param since when there was none first
     * @param why in ssh's own words, and what may help
     * @param nextTry when it is tried again by itself
     */
    record Down(Instant since, String why, Instant nextTry) implements SshState {}

    /**
     * To the socket of one agent.
     *
     * @param remote its path there
     * @param local what leads to it here; the same after every connection
     */
    record Way(String remote, Path local) {}
}
