package dev.muster.agent.telemetry;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Tells what happens between nodes as torchelastic's rendezvous events. One run, on one thread.
 * Names are those of the methods that record such events there.
 */
public final class RendezvousRecorder {
    private static final String HANDLER = "dynamic_rendezvous.py:DynamicRendezvousHandler.";
    private static final String JOIN = HANDLER + "next_rendezvous";
    private static final String CLOSE = HANDLER + "_close";
    private static final String HOLDER = "dynamic_rendezvous.py:_BackendRendezvousStateHolder.sync";

    private final EventLogHandler handler;
    private Optional<String> master = Optional.empty();
    private OptionalInt rank = OptionalInt.empty();

    public RendezvousRecorder(EventLogHandler handler) {
        this.handler = handler;
    }

    /** Told of every event of the run, in order, with the run as of that event. */
    public void hear(AgentEvent event, JobSnapshot run) {
        switch (event) {
            case RendezvousEvent.RoundSought(_, var because) -> {
                master = Optional.empty();
                rank = OptionalInt.empty();
                tell(run, JOIN, because, NodeState.RUNNING);
            }
            case RendezvousEvent.RoundJoined joined -> {
                master = Optional.of(joined.masterAddress());
                rank = OptionalInt.of(joined.placement().groupRank());
                tell(run, JOIN, "joined round " + joined.round(), NodeState.RUNNING);
            }
            case RendezvousEvent.NodeLost(_, _, _, var because) ->
                    tell(run, HOLDER, because, NodeState.RUNNING);
            case RendezvousEvent.NodeLeft(_, _, var because) ->
                    tell(run, HOLDER, because, NodeState.RUNNING);
            case RendezvousEvent.RunIdClosed(_, var because) ->
                    tell(run, CLOSE, because, NodeState.SUCCEEDED);
            case AgentEvent.RunEnded(_, var outcome, _, var because)
                    when outcome == Outcome.FAILED && run.spec().nodes().isPresent() ->
                    tell(run, JOIN, because, NodeState.FAILED);
            default -> {
                // nothing between the nodes
            }
        }
    }

    private void tell(JobSnapshot run, String name, String message, NodeState state) {
        handler.record(
                new RdzvEvent(
                                name,
                                TorchNames.runId(run),
                                message,
                                run.host(),
                                run.agentPid(),
                                state,
                                master,
                                rank,
                                state == NodeState.FAILED ? Optional.of(message) : Optional.empty())
                        .serialize());
    }
}
