package dev.muster.agent.event;

import dev.muster.agent.job.Placement;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What happens between the nodes of a job. A job of one node has none of these. */
public sealed interface RendezvousEvent extends AgentEvent {
    /** This node wants to be in the next round; none of its workers runs. */
    record RoundSought(Instant at, String because) implements RendezvousEvent {}

    /**
     * Who is there has changed.
     *
     * @param complete whether the round has its members and their ranks
     */
    record NodesSeen(Instant at, long round, boolean complete, List<NodeView> nodes, String because)
            implements RendezvousEvent {
        public NodesSeen {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * A round is complete with this node in it, and its workers have their ranks.
     *
     * @param placement of this node's workers
     * @param masterAddress where the workers of all nodes meet, as {@code host:port}
     * @param jobRestarts how many restarts failures have cost all nodes together, as far as they
     *     say it
     */
    record RoundJoined(
            Instant at,
            long round,
            Placement placement,
            String masterAddress,
            Optional<Integer> jobRestarts)
            implements RendezvousEvent {
        /** Of nodes that do not all say how many restarts they have used. */
        public RoundJoined(Instant at, long round, Placement placement, String masterAddress) {
            this(at, round, placement, masterAddress, Optional.empty());
        }

        /** In a job whose workers have one role. */
        public RoundJoined(
                Instant at,
                long round,
                int groupRank,
                int groupWorldSize,
                int firstRank,
                int worldSize,
                String masterAddress) {
            this(
                    at,
                    round,
                    new Placement(
                            groupRank, groupWorldSize, firstRank, worldSize, firstRank, worldSize),
                    masterAddress);
        }
    }

    /** A member of the round gave no sign of life for that long. */
    record NodeLost(Instant at, String node, Duration silentFor, String because)
            implements RendezvousEvent {}

    record NodeLeft(Instant at, String node, String because) implements RendezvousEvent {}

    /** The job may have that many nodes from now on, whatever this node was started with. */
    record NodesWanted(Instant at, int min, int max, String because) implements RendezvousEvent {}

    /** The wall clock of a node differs from ours; negative when it is behind. */
    record ClockSkewed(Instant at, String node, Duration ahead, String because)
            implements RendezvousEvent {}

    /** The place where the nodes meet stopped answering, or answers again. */
    record MeetingPlaceHeard(Instant at, boolean answers, String because)
            implements RendezvousEvent {}

    /** No node will ever join this run id again. */
    record RunIdClosed(Instant at, String because) implements RendezvousEvent {}
}
