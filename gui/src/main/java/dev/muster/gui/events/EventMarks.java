package dev.muster.gui.events;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.fx.Mark;

import java.util.Optional;

/** The state an event leads to, as a shape; most lead to none. */
final class EventMarks {
    private EventMarks() {}

    static Optional<Mark> of(AgentEvent event) {
        return switch (event) {
            case AgentEvent.AttemptStarted _, AgentEvent.RestartDelayed _ ->
                    Optional.of(Mark.STARTING);
            case AgentEvent.WorkerStarted _, AgentEvent.WorkerHeard _ -> Optional.of(Mark.RUNNING);
            case AgentEvent.WorkerExited(_, _, var exit) -> Optional.of(of(exit));
            case AgentEvent.WorkerSilent _,
                    AgentEvent.WorkerStuck _,
                    AgentEvent.TimerExpired _,
                    BarrierEvent.BarrierBroken _ ->
                    Optional.of(Mark.SILENT);
            case AgentEvent.SaveAsked _, AgentEvent.StopStarted _, AgentEvent.ForceStarted _ ->
                    Optional.of(Mark.STOPPING);
            case AgentEvent.FailuresFound _ -> Optional.of(Mark.FAILED);
            case AgentEvent.AttemptEnded(_, _, var culprit, _) -> culprit.map(_ -> Mark.FAILED);
            case AgentEvent.RunEnded ended -> Optional.of(of(ended.outcome()));
            case RendezvousEvent.NodeLost _, RendezvousEvent.NodeLeft _ ->
                    Optional.of(Mark.COLLATERAL);
            case RendezvousEvent.RoundJoined _ -> Optional.of(Mark.RUNNING);
            case AgentEvent.RunAccepted _,
                    AgentEvent.StoreOpened _,
                    AgentEvent.TimersWatched _,
                    AgentEvent.CommandTaken _,
                    AgentEvent.Noticed _,
                    RendezvousEvent _,
                    BarrierEvent _ ->
                    Optional.empty();
        };
    }

    private static Mark of(WorkerExit exit) {
        return switch (exit) {
            case WorkerExit.Succeeded _ -> Mark.DONE;
            case WorkerExit.Killed(_, var byAgent) when byAgent -> Mark.STOPPED;
            case WorkerExit.Failed _,
                    WorkerExit.Killed _,
                    WorkerExit.NeverStarted _,
                    WorkerExit.Unkillable _ ->
                    Mark.COLLATERAL; // who was to blame is found out later
        };
    }

    private static Mark of(Outcome outcome) {
        return switch (outcome) {
            case SUCCEEDED -> Mark.DONE;
            case STOPPED -> Mark.STOPPED;
            case FAILED -> Mark.FAILED;
        };
    }
}
