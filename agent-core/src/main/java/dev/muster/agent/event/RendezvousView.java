package dev.muster.agent.event;

import dev.muster.agent.job.Placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The nodes of a job as this one sees them, as of a snapshot.
 *
 * @param round the last one that was heard of
 * @param complete whether it has its members
 * @param nodes everybody who is there, in the order of their names
 * @param place of this node, while it is in a round
 * @param gone members of our round that were lost or left, newest last
 * @param answers whether the place where the nodes meet does
 * @param closed whether the run id is
 */
public record RendezvousView(
        long round,
        boolean complete,
        List<NodeView> nodes,
        Optional<Place> place,
        List<String> gone,
        boolean answers,
        boolean closed) {
    /** Before anything was heard. */
    public static final RendezvousView NOTHING =
            new RendezvousView(0, false, List.of(), Optional.empty(), List.of(), true, false);

    /**
     * Where this node stands in a round.
     *
     * @param jobRestarts how many restarts all nodes together had used before it, where that is
     *     known
     */
    public record Place(long round, Placement placement, Optional<Integer> jobRestarts) {
        public int groupRank() {
            return placement.groupRank();
        }

        public int groupWorldSize() {
            return placement.groupWorldSize();
        }

        public int firstRank() {
            return placement.firstRank();
        }

        public int worldSize() {
            return placement.worldSize();
        }
    }

    public RendezvousView {
        nodes = List.copyOf(nodes);
        gone = List.copyOf(gone);
    }

    RendezvousView after(RendezvousEvent event) {
        return switch (event) {
            case RendezvousEvent.RoundSought _ -> placed(Optional.empty());
            case RendezvousEvent.NodesSeen seen ->
                    new RendezvousView(
                            seen.round(),
                            seen.complete(),
                            seen.nodes(),
                            place,
                            gone,
                            answers,
                            closed);
            case RendezvousEvent.RoundJoined joined ->
                    placed(
                            Optional.of(
                                    new Place(
                                            joined.round(),
                                            joined.placement(),
                                            joined.jobRestarts())));
            case RendezvousEvent.NodeLost(_, var node, _, _) -> without(node);
            case RendezvousEvent.NodeLeft(_, var node, _) -> without(node);
            case RendezvousEvent.NodesWanted _, RendezvousEvent.ClockSkewed _ -> this;
            case RendezvousEvent.MeetingPlaceHeard(_, var answersNow, _) ->
                    new RendezvousView(round, complete, nodes, place, gone, answersNow, closed);
            case RendezvousEvent.RunIdClosed _ ->
                    new RendezvousView(round, complete, nodes, place, gone, answers, true);
        };
    }

    private RendezvousView placed(Optional<Place> newPlace) {
        return new RendezvousView(
                newPlace.map(Place::round).orElse(round),
                newPlace.isPresent() || complete,
                nodes,
                newPlace,
                List.of(),
                answers,
                closed);
    }

    private RendezvousView without(String node) {
        var more = new ArrayList<>(gone);
        more.add(node);
        return new RendezvousView(round, complete, nodes, place, more, answers, closed);
    }
}
