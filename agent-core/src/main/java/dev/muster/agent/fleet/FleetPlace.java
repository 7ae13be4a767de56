package dev.muster.agent.fleet;

import dev.muster.agent.session.AgentSession;

import java.time.InstantSource;

/**
 * A part of a fleet: one agent, or all agents of a machine.
 *
 * @param time by which the times of its runs are read: ours, or a recording's own
 */
public record FleetPlace(PlaceId id, Kind kind, AgentSession session, InstantSource time) {
    /** What kind of place; they are listed in this order. */
    public enum Kind {
        /** The agent in this process, which ends with it. */
        OWN,
        /** Another process of this user on this machine. */
        HERE,
        /** Another machine. */
        REMOTE,
        /** A job that is seen through its store, and only seen. */
        OBSERVED,
        /** A run of the past. */
        RECORDED;

        /** Whether its runs are of this user on this machine, now. */
        public boolean isLocal() {
            return this == OWN || this == HERE;
        }
    }
}
