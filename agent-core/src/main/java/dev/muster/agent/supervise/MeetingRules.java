package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.Signal;
import dev.muster.agent.supervise.Group.Doubting;
import dev.muster.agent.supervise.Group.Finishing;
import dev.muster.agent.supervise.Group.Meeting;
import dev.muster.agent.supervise.Group.Parting;
import dev.muster.agent.supervise.Group.Then;
import dev.muster.agent.supervise.GroupInput.AskForce;
import dev.muster.agent.supervise.GroupInput.AskRestart;
import dev.muster.agent.supervise.GroupInput.AskStop;
import dev.muster.agent.supervise.GroupInput.JobOver;
import dev.muster.agent.supervise.GroupInput.NewRound;
import dev.muster.agent.supervise.GroupInput.NoRound;
import dev.muster.agent.supervise.GroupInput.OthersDone;
import dev.muster.agent.supervise.GroupInput.Parted;
import dev.muster.agent.supervise.GroupInput.RoundReady;
import dev.muster.agent.supervise.GroupInput.SkipOthers;
import dev.muster.agent.supervise.GroupRules.Step;

import java.util.ArrayList;
import java.util.List;

/** What becomes of a group while none of its workers runs and other nodes are waited for. */
record MeetingRules(GroupRules group) {
    Step meet(int next, int restartCount, String because, List<GroupEffect> before) {
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.Meet(because));
        return new Step(new Meeting(next, restartCount, because), effects, true, because);
    }

    /** Every worker and all it left behind is gone, for good. */
    static Step ended(int attempt, int restartCount, Then.End end, List<GroupEffect> before) {
        if (end.outcome() != Outcome.SUCCEEDED) return part(attempt, end, before);
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.AwaitOthers());
        return new Step(new Finishing(attempt, restartCount, end), effects, true, end.because());
    }

    Step onDoubting(Doubting state, GroupInput input) {
        return switch (input) {
            case AskRestart(var by) ->
                    next(state, new Then.RestartOnRequest("restart asked for by " + by));
            case JobOver over -> next(state, over.end());
            case AskStop stop -> next(state, stop.end());
            case AskForce force -> next(state, force.end());
            default ->
                    GroupRules.settled(state.then(), input)
                            .map(then -> next(state, then))
                            .orElseGet(() -> Step.stay(state));
        };
    }

    Step onMeeting(Meeting state, GroupInput input) {
        return switch (input) {
            case RoundReady _ ->
                    group.start(state.next(), state.restartCount(), state.because(), List.of());
            case NoRound(var outcome, var exitCode, var because) ->
                    part(state, new Then.End(outcome, exitCode, because, Farewell.LEAVE));
            case NewRound(var because) ->
                    meet(state.next(), state.restartCount(), because, List.of());
            case JobOver over -> part(state, over.end());
            case AskStop stop -> part(state, stop.end());
            case AskForce force -> part(state, force.end());
            case AskRestart _ -> Step.refuse(state, "the group is waiting for the other nodes");
            default -> Step.stay(state);
        };
    }

    Step onFinishing(Finishing state, GroupInput input) {
        return switch (input) {
            case OthersDone(var because) -> part(state, state.then().with(because));
            case SkipOthers(var by) -> skip(state, by);
            // whoever closed it was done waiting for us
            case JobOver(_, _, var because, _) -> part(state, state.then().leaving(because));
            case NewRound(var because) -> again(state, because);
            case AskRestart(var by) -> again(state, "restart asked for by " + by);
            // Ctrl-C: no worker of ours is there to be stopped, only our waiting
            case AskStop stop when stop.signal().equals(Signal.INT) -> skip(state, stop.by());
            case AskStop stop -> part(state, stop.end());
            case AskForce force -> part(state, force.end());
            default -> Step.stay(state);
        };
    }

    private static Step skip(Finishing state, String by) {
        String because = "done here; told by %s not to wait for the other nodes".formatted(by);
        return part(state, state.then().leaving(because));
    }

    static Step onParting(Parting state, GroupInput input) {
        return switch (input) {
            case Parted _, AskForce _ ->
                    GroupRules.finish(state.attempt(), state.then(), List.of());
            case AskRestart _ -> Step.refuse(state, "the run is ending");
            default -> Step.stay(state);
        };
    }

    private Step next(Doubting state, Then then) {
        return group.next(state.attempt(), state.restartCount(), then);
    }

    private Step again(Finishing state, String because) {
        return meet(state.attempt() + 1, state.restartCount(), because, List.of());
    }

    private static Step part(Group state, Then.End end) {
        return part(state.attempt(), end, List.of());
    }

    private static Step part(int attempt, Then.End end, List<GroupEffect> before) {
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.Part(end));
        return new Step(new Parting(attempt, end), effects, true, end.because());
    }
}
