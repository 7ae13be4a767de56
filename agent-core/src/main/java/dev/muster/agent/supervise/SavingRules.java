package dev.muster.agent.supervise;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.supervise.Group.Running;
import dev.muster.agent.supervise.Group.Saving;
import dev.muster.agent.supervise.GroupInput.AskForce;
import dev.muster.agent.supervise.GroupInput.AskRestart;
import dev.muster.agent.supervise.GroupInput.AskStop;
import dev.muster.agent.supervise.GroupInput.Begin;
import dev.muster.agent.supervise.GroupInput.Exited;
import dev.muster.agent.supervise.GroupInput.JobOver;
import dev.muster.agent.supervise.GroupInput.Saved;
import dev.muster.agent.supervise.GroupInput.Tick;
import dev.muster.agent.supervise.GroupInput.Unstarted;
import dev.muster.agent.supervise.GroupRules.Step;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What becomes of a group whose workers were told to save before they are stopped. Its end is the
 * stop that was asked for: when all have answered, when the time for that is over, or when somebody
 * asks again.
 */
record SavingRules(GroupRules group) {
    static Step begin(Running running, SaveFirst how, Saving.Stop stop, Instant now) {
        Instant until = now.plus(how.within());
        String because =
                "%s; the workers are to save first, within %d s"
                        .formatted(stop.then().because(), how.within().toSeconds());
        return new Step(
                new Saving(running, running.alive(), how.signal(), until, stop),
                List.of(
                        new GroupEffect.AskToSave(how.signal(), until, because),
                        new GroupEffect.WakeAt(until)),
                true,
                because);
    }

    Step on(Saving state, GroupInput input, Instant now) {
        return switch (input) {
            case Saved(var who) -> saved(state, who, now);
            case Exited(var who, var exit) -> {
                if (!state.running().alive().contains(who)) yield Step.stay(state);
                var tell = new GroupEffect.TellExit(who, GroupRules.asAsked(exit, state.signal()));
                yield without(state, who, List.of(tell), now);
            }
            case Unstarted(var who) -> without(state, who, List.of(), now);
            case Tick _ -> now.isBefore(state.until()) ? Step.stay(state) : stop(state, now);
            case AskStop stop ->
                    stop(
                            state.with(
                                    new Saving.Stop(
                                            stop.signal(),
                                            stop.grace(),
                                            GroupRules.ending(state.stop().then(), stop.end()))),
                            now);
            case AskForce force -> group.force(state.running(), force.end(), now);
            case JobOver over ->
                    stop(state.with(new Saving.Stop(Signal.TERM, group.grace(), over.end())), now);
            case AskRestart _ -> Step.refuse(state, "the group is saving before it stops");
            case Begin _ -> Step.refuse(state, "the group is saving before it stops");
            default -> Step.stay(state);
        };
    }

    private Step saved(Saving state, LocalRank who, Instant now) {
        Set<LocalRank> unsaved = Group.without(state.unsaved(), who);
        if (unsaved.isEmpty()) return stop(state, now);
        return new Step(
                new Saving(state.running(), unsaved, state.signal(), state.until(), state.stop()),
                List.of(),
                true,
                "rank %s has saved".formatted(group.rank(who)));
    }

    /** Whoever is gone need not be waited for. */
    private Step without(Saving state, LocalRank who, List<GroupEffect> before, Instant now) {
        Running running = state.running().without(who);
        Set<LocalRank> unsaved = Group.without(state.unsaved(), who);
        if (unsaved.isEmpty()) {
            Saving.Stop stop = state.stop();
            return group.stop(
                    running,
                    running.alive(),
                    stop.signal(),
                    now.plus(stop.grace()),
                    stop.then(),
                    before);
        }
        var next = new Saving(running, unsaved, state.signal(), state.until(), state.stop());
        return new Step(next, new ArrayList<>(before), true, "waiting for the others to save");
    }

    private Step stop(Saving state, Instant now) {
        Saving.Stop stop = state.stop();
        Duration grace = stop.grace();
        return group.stop(
                state.running(),
                state.running().alive(),
                stop.signal(),
                now.plus(grace),
                stop.then(),
                List.of());
    }
}
