package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.Signal;
import dev.muster.agent.supervise.Group.Doubting;
import dev.muster.agent.supervise.Group.Finishing;
import dev.muster.agent.supervise.Group.Meeting;
import dev.muster.agent.supervise.Group.Parting;
import dev.muster.agent.supervise.Group.Pausing;
import dev.muster.agent.supervise.Group.Start;
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
import dev.muster.agent.supervise.GroupInput.Tick;
import dev.muster.agent.supervise.GroupRules.Step;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What becomes of a group while none of its workers runs and other nodes are waited for. */
record MeetingRules(GroupRules group) {
    Step meet(Start next, String because, List<GroupEffect> before) {
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.Meet(next.restartCount(), because));
        return new Step(new Meeting(next, because), effects, true, because);
    }

    /** Every worker and all it left behind is gone, for good. */
    static Step ended(int attempt, int restartCount, Then.End end, List<GroupEffect> before) {
        if (end.outcome() != Outcome.SUCCEEDED) return part(attempt, end, before);
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.AwaitOthers());
        return new Step(new Finishing(attempt, restartCount, end), effects, true, end.because());
    }

    Step onDoubting(Doubting state, GroupInput input, Instant now) {
        return switch (input) {
            case AskRestart(var by) ->
                    next(state, new Then.RestartOnRequest("restart asked for by " + by), now);
            case JobOver over -> next(state, over.end(), now);
            case AskStop stop -> next(state, stop.end(), now);
            case AskForce force -> next(state, force.end(), now);
            default ->
                    GroupRules.settled(state.then(), input)
                            .map(then -> next(state, then, now))
                            .orElseGet(() -> Step.stay(state));
        };
    }

    Step onMeeting(Meeting state, GroupInput input, Instant now) {
        return switch (input) {
            case RoundReady _ -> group.start(state.next(), state.because(), List.of(), now);
            case NoRound(var outcome, var exitCode, var because) ->
                    part(state, new Then.End(outcome, exitCode, because, Farewell.LEAVE));
            case NewRound(var because) -> meet(state.next(), because, List.of());
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

    private Step next(Doubting state, Then then, Instant now) {
        return group.next(state.attempt(), state.restartCount(), then, now);
    }

    /** No worker runs, and none has to be waited for: whoever asks for something has it at once. */
    Step onPausing(Pausing state, GroupInput input, Instant now) {
        return switch (input) {
            case Tick _ ->
                    now.isBefore(state.until())
                            ? Step.stay(state)
                            : group.begin(state.next(), state.because(), List.of(), now);
            case AskRestart(var by) ->
                    group.begin(state.next(), "restart asked for by " + by, List.of(), now);
            case NewRound(var because) -> group.begin(state.next(), because, List.of(), now);
            case JobOver over -> endPause(state, over.end());
            case AskStop stop -> endPause(state, stop.end());
            case AskForce force -> endPause(state, force.end());
            default -> Step.stay(state);
        };
    }

    private Step endPause(Pausing state, Then.End end) {
        return group.together()
                ? part(state, end)
                : GroupRules.finish(state.attempt(), end, List.of());
    }

    private Step again(Finishing state, String because) {
        return meet(new Start(state.attempt() + 1, state.restartCount(), 0), because, List.of());
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
