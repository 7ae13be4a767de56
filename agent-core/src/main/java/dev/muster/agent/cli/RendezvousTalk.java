package dev.muster.agent.cli;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RendezvousEvent;

import java.util.Optional;

/** What {@code muster run} says about the other nodes of its job. */
final class RendezvousTalk {
    private RendezvousTalk() {}

    static Optional<String> of(RendezvousEvent event, JobSnapshot now) {
        return switch (event) {
            // why it is sought was said when the workers were stopped
            case RendezvousEvent.RoundSought _ -> Optional.empty();
            case RendezvousEvent.NodesSeen seen ->
                    now.rendezvous().flatMap(nodes -> nodes.place()).isPresent()
                            ? Optional.empty()
                            : Optional.of(seen.because());
            case RendezvousEvent.RoundJoined joined ->
                    Optional.of(
                            "round %d: node %d of %d, %s of %d; the workers meet at %s%s"
                                    .formatted(
                                            joined.round(),
                                            joined.placement().groupRank(),
                                            joined.placement().groupWorldSize(),
                                            ranks(
                                                    joined.placement().firstRank(),
                                                    now.spec().workers()),
                                            joined.placement().worldSize(),
                                            joined.masterAddress(),
                                            restarts(joined)));
            case RendezvousEvent.NodeLost(_, _, _, var because) -> Optional.of(because);
            case RendezvousEvent.NodeLeft(_, _, var because) -> Optional.of(because);
            case RendezvousEvent.NodesWanted(_, _, _, var because) -> Optional.of(because);
            case RendezvousEvent.ClockSkewed(_, _, _, var because) -> Optional.of(because);
            case RendezvousEvent.MeetingPlaceHeard(_, _, var because) -> Optional.of(because);
            case RendezvousEvent.RunIdClosed(_, var because) -> Optional.of(because);
        };
    }

    /** Each node's own are said as they are used. */
    private static String restarts(RendezvousEvent.RoundJoined joined) {
        return joined.jobRestarts()
                .filter(all -> all > 0)
                .map(all -> "; restarts of all nodes so far: " + all)
                .orElse("");
    }

    private static String ranks(int first, int count) {
        return count == 1 ? "rank " + first : "ranks %d to %d".formatted(first, first + count - 1);
    }
}
