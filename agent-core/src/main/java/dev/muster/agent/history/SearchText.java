package dev.muster.agent.history;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.WorkerFailure;

import java.util.LinkedHashSet;
import java.util.Set;

/** The sentences of a run's events, each once, as far as a search goes. */
final class SearchText {
    private static final int LONGEST = 1 << 16;

    private final Set<String> sentences = new LinkedHashSet<>();
    private int length;

    void add(AgentEvent event) {
        switch (event) {
            case AgentEvent.AttemptStarted started -> add(started.because());
            case AgentEvent.SaveAsked asked -> add(asked.because());
            case AgentEvent.StopStarted started -> add(started.because());
            case AgentEvent.ForceStarted started -> add(started.because());
            case AgentEvent.AttemptEnded ended -> add(ended.because());
            case AgentEvent.RestartDelayed delayed -> add(delayed.because());
            case AgentEvent.CommandTaken taken -> add(taken.because());
            case AgentEvent.Noticed noticed -> add(noticed.text());
            case AgentEvent.RunEnded ended -> add(ended.because());
            case AgentEvent.FailuresFound found ->
                    found.failures().stream().map(WorkerFailure::inWords).forEach(this::add);
            case RendezvousEvent.RoundSought sought -> add(sought.because());
            case RendezvousEvent.NodesSeen seen -> add(seen.because());
            case RendezvousEvent.NodeLost lost -> add(lost.because());
            case RendezvousEvent.NodeLeft left -> add(left.because());
            case RendezvousEvent.ClockSkewed skewed -> add(skewed.because());
            case RendezvousEvent.MeetingPlaceHeard heard -> add(heard.because());
            case RendezvousEvent.RunIdClosed closed -> add(closed.because());
            case BarrierEvent.BarrierAwaited awaited -> add(awaited.because());
            case BarrierEvent.BarrierPassed passed -> add(passed.because());
            case BarrierEvent.BarrierBroken broken -> add(broken.because());
            case AgentEvent.RunAccepted _,
                    AgentEvent.StoreOpened _,
                    AgentEvent.WorkerStarted _,
                    AgentEvent.WorkerExited _,
                    AgentEvent.WorkerSilent _,
                    AgentEvent.WorkerHeard _,
                    RendezvousEvent.RoundJoined _ -> {
                // they have no sentence
            }
        }
    }

    private void add(String sentence) {
        if (length + sentence.length() > LONGEST) return;
        if (sentences.add(sentence)) length += sentence.length();
    }

    @Override
    public String toString() {
        return String.join("\n", sentences);
    }
}
