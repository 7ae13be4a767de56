package dev.muster.agent.round;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.rendezvous.NodeViews;
import dev.muster.agent.rendezvous.RendezvousNews;

import java.time.Instant;
import java.util.Optional;

/** What a run's event stream says of the news from a rendezvous. */
final class NewsEvents {
    private NewsEvents() {}

    /** Empty for what is told by what is done about it. */
    static Optional<AgentEvent> of(RendezvousNews news, Instant at) {
        return switch (news) {
            case RendezvousNews.Seen(var state, var because) ->
                    Optional.of(
                            new RendezvousEvent.NodesSeen(
                                    at,
                                    state.round(),
                                    state.complete(),
                                    NodeViews.of(state),
                                    because));
            case RendezvousNews.Lost(var node, var silentFor, _, var because) ->
                    Optional.of(
                            new RendezvousEvent.NodeLost(at, node.toString(), silentFor, because));
            case RendezvousNews.Left(var node, var because) ->
                    Optional.of(new RendezvousEvent.NodeLeft(at, node.toString(), because));
            case RendezvousNews.Scaled(var min, var max, var because) ->
                    Optional.of(new RendezvousEvent.NodesWanted(at, min, max, because));
            case RendezvousNews.Skewed(var node, var ahead, var because) ->
                    Optional.of(
                            new RendezvousEvent.ClockSkewed(at, node.toString(), ahead, because));
            case RendezvousNews.Unreachable(var because) ->
                    Optional.of(new RendezvousEvent.MeetingPlaceHeard(at, false, because));
            case RendezvousNews.Reachable(var because) ->
                    Optional.of(new RendezvousEvent.MeetingPlaceHeard(at, true, because));
            case RendezvousNews.Closed(_, var because) ->
                    Optional.of(new RendezvousEvent.RunIdClosed(at, because));
            case RendezvousNews.Noticed(var because) ->
                    Optional.of(new AgentEvent.Noticed(at, because));
            case RendezvousNews.Waiting _,
                    RendezvousNews.Crowded _,
                    RendezvousNews.Rejoin _,
                    RendezvousNews.StopJob _ ->
                    Optional.empty();
        };
    }

    /** A member fell silent after its workers were done. */
    static AgentEvent doneAndSilent(RendezvousNews.Lost silent, Instant at) {
        return new RendezvousEvent.NodeLeft(
                at,
                silent.node().toString(),
                "%s is done, and was last heard of %d s ago"
                        .formatted(silent.node().address(), silent.silentFor().toSeconds()));
    }
}
