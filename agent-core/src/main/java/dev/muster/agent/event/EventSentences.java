package dev.muster.agent.event;

import dev.muster.agent.job.Placement;

import java.time.Duration;
import java.util.List;

/** What an event says in words. */
public final class EventSentences {
    private EventSentences() {}

    /** What is worth telling: mostly one sentence, of failures one each, of small things none. */
    public static List<String> of(AgentEvent event) {
        return switch (event) {
            case AgentEvent.AttemptStarted started -> List.of(started.because());
            case AgentEvent.SaveAsked asked -> List.of(asked.because());
            case AgentEvent.TimerExpired expired -> List.of(expired.because());
            case AgentEvent.StopStarted started -> List.of(started.because());
            case AgentEvent.ForceStarted started -> List.of(started.because());
            case AgentEvent.AttemptEnded ended -> List.of(ended.because());
            case AgentEvent.RestartDelayed delayed -> List.of(delayed.because());
            case AgentEvent.CommandTaken taken -> List.of(taken.because());
            case AgentEvent.Noticed noticed -> List.of(noticed.text());
            case AgentEvent.RunEnded ended -> List.of(ended.because());
            case AgentEvent.FailuresFound found ->
                    found.failures().stream()
                            .map(
                                    failure ->
                                            "rank %s %s"
                                                    .formatted(failure.rank(), failure.inWords()))
                            .toList();
            case RendezvousEvent between -> of(between);
            case BarrierEvent.BarrierAwaited awaited -> List.of(awaited.because());
            case BarrierEvent.BarrierPassed passed -> List.of(passed.because());
            case BarrierEvent.BarrierBroken broken -> List.of(broken.because());
            case AgentEvent.RunAccepted _,
                    AgentEvent.StoreOpened _,
                    AgentEvent.WorkerStarted _,
                    AgentEvent.WorkerExited _,
                    AgentEvent.WorkerSilent _,
                    AgentEvent.WorkerHeard _,
                    AgentEvent.WorkerStuck _,
                    AgentEvent.TimersWatched _ ->
                    List.of();
        };
    }

    private static List<String> of(RendezvousEvent event) {
        return switch (event) {
            case RendezvousEvent.RoundSought sought -> List.of(sought.because());
            case RendezvousEvent.NodesSeen seen -> List.of(seen.because());
            case RendezvousEvent.NodeLost lost -> List.of(lost.because());
            case RendezvousEvent.NodeLeft left -> List.of(left.because());
            case RendezvousEvent.NodesWanted wanted -> List.of(wanted.because());
            case RendezvousEvent.ClockSkewed skewed -> List.of(skewed.because());
            case RendezvousEvent.MeetingPlaceHeard heard -> List.of(heard.because());
            case RendezvousEvent.RunIdClosed closed -> List.of(closed.because());
            case RendezvousEvent.RoundJoined _ -> List.of();
        };
    }

    /** One sentence of any event, small things too; of many failures the first one's. */
    public static String inOne(AgentEvent event) {
        List<String> told = of(event);
        if (told.isEmpty()) return small(event);
        int others = told.size() - 1;
        return others == 0
                ? told.getFirst()
                : "%s; %d more with it".formatted(told.getFirst(), others);
    }

    private static String small(AgentEvent event) {
        return switch (event) {
            case AgentEvent.RunAccepted(_, _, var spec, var host, _) ->
                    "%s was accepted on %s".formatted(spec.entrypoint().shortName(), host);
            case AgentEvent.StoreOpened(_, var address, var port) ->
                    "the workers' store listens at %s:%d".formatted(address, port);
            case AgentEvent.WorkerStarted started ->
                    "rank %s was started as process %d".formatted(started.rank(), started.pid());
            case AgentEvent.WorkerExited(_, var rank, var exit) ->
                    "rank %s %s".formatted(rank, exit.inWords());
            case AgentEvent.WorkerSilent(var at, var rank, var lastOutput) ->
                    "rank %s has printed nothing for %d s"
                            .formatted(rank, Duration.between(lastOutput, at).toSeconds());
            case AgentEvent.WorkerHeard(_, var rank) -> "rank %s prints again".formatted(rank);
            case AgentEvent.WorkerStuck(_, var rank, var lasting) ->
                    "rank %s is in a wait that nothing can end, for %d s by now"
                            .formatted(rank, lasting.toSeconds());
            case AgentEvent.TimersWatched _ -> "workers may ask for timers from now on";
            case RendezvousEvent.RoundJoined joined -> joined(joined.round(), joined.placement());
            default -> throw new IllegalArgumentException("it has a sentence: " + event);
        };
    }

    private static String joined(long round, Placement place) {
        return "round %d is joined as node %d of %d; the workers here have ranks from %d on, of %d"
                .formatted(
                        round,
                        place.groupRank(),
                        place.groupWorldSize(),
                        place.firstRank(),
                        place.worldSize());
    }
}
