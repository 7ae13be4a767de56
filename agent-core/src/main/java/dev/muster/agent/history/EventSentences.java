package dev.muster.agent.history;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.RendezvousEvent;

import java.util.List;

/** What an event says in words: mostly one sentence, of failures one each, of small things none. */
public final class EventSentences {
    private EventSentences() {}

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
}
