package dev.muster.gui.events;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.RendezvousEvent;

/** What an event is about, as coarse as somebody filters. */
enum EventKind {
    RUN("run"),
    WORKERS("workers"),
    FAILURES("failures"),
    NODES("nodes"),
    COMMANDS("commands"),
    NOTICES("notices");

    private final String word;

    EventKind(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static EventKind of(AgentEvent event) {
        return switch (event) {
            case AgentEvent.RunAccepted _,
                    AgentEvent.StoreOpened _,
                    AgentEvent.AttemptStarted _,
                    AgentEvent.AttemptEnded _,
                    AgentEvent.RestartDelayed _,
                    AgentEvent.SaveAsked _,
                    AgentEvent.StopStarted _,
                    AgentEvent.ForceStarted _,
                    AgentEvent.RunEnded _ ->
                    RUN;
            case AgentEvent.WorkerStarted _,
                    AgentEvent.WorkerExited _,
                    AgentEvent.WorkerSilent _,
                    AgentEvent.WorkerHeard _,
                    AgentEvent.WorkerStuck _,
                    AgentEvent.TimersWatched _,
                    AgentEvent.TimerExpired _ ->
                    WORKERS;
            case AgentEvent.FailuresFound _ -> FAILURES;
            case RendezvousEvent _, BarrierEvent _ -> NODES;
            case AgentEvent.CommandTaken _ -> COMMANDS;
            case AgentEvent.Noticed _ -> NOTICES;
        };
    }
}
