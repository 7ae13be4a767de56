package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.Group.Clearing;
import dev.muster.agent.supervise.Group.Stopping;
import dev.muster.agent.supervise.Group.Then;
import dev.muster.agent.supervise.GroupInput.AskForce;
import dev.muster.agent.supervise.GroupInput.AskRestart;
import dev.muster.agent.supervise.GroupInput.AskStop;
import dev.muster.agent.supervise.GroupInput.Begin;
import dev.muster.agent.supervise.GroupInput.Blamed;
import dev.muster.agent.supervise.GroupInput.Exited;
import dev.muster.agent.supervise.GroupInput.JobOver;
import dev.muster.agent.supervise.GroupInput.Swept;
import dev.muster.agent.supervise.GroupInput.Tick;
import dev.muster.agent.supervise.GroupInput.Unstarted;
import dev.muster.agent.supervise.GroupRules.Step;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How an attempt comes to its end once its workers were asked to: by themselves, by force when the
 * grace is over, or without those that no force can end; then with all that they left behind.
 */
record EndingRules(GroupRules rules) {
    Step onStopping(Stopping group, GroupInput input, Instant now) {
        Optional<Then> known = GroupRules.settled(group.then(), input);
        if (known.isPresent()) {
            Then then = known.get();
            return GroupRules.turn(changed(group, group.forceAt(), group.forced(), then), then);
        }
        return switch (input) {
            case Exited(var who, var exit) -> {
                var tell = new GroupEffect.TellExit(who, asAsked(exit, group));
                yield goneWhileStopping(group, who, List.of(tell), now);
            }
            case Unstarted(var who) -> goneWhileStopping(group, who, List.of(), now);
            case Tick _ when group.forced() -> stillThereAfterForce(group, now);
            case Tick _ ->
                    now.isBefore(group.forceAt())
                            ? Step.stay(group)
                            : killTheRest(group, group.then(), "the grace is over", now);
            case AskForce force ->
                    killTheRest(
                            group,
                            GroupRules.ending(group.then(), force.end()),
                            "force asked for by " + force.by(),
                            now);
            case JobOver over -> {
                Then then = GroupRules.ending(group.then(), over.end());
                yield GroupRules.turn(changed(group, group.forceAt(), group.forced(), then), then);
            }
            case AskStop stop -> {
                Instant forceAt = earlier(group.forceAt(), now.plus(stop.grace()));
                Then then = GroupRules.ending(group.then(), stop.end());
                var next = changed(group, forceAt, group.forced(), then);
                yield new Step(
                        next,
                        List.of(
                                new GroupEffect.AskAll(group.asked(), forceAt, then.because()),
                                new GroupEffect.WakeAt(forceAt)),
                        true,
                        then.because());
            }
            case AskRestart _ ->
                    Step.refuse(group, "the group is stopping: " + group.then().because());
            case Begin _ -> Step.refuse(group, "the group is stopping");
            default -> Step.stay(group);
        };
    }

    private Step goneWhileStopping(
            Stopping group, LocalRank who, List<GroupEffect> before, Instant now) {
        if (!group.alive().contains(who)) return Step.stay(group);
        Set<LocalRank> left = Group.without(group.alive(), who);
        if (left.isEmpty()) {
            Instant forceAt =
                    group.forced()
                            ? now
                            : later(group.forceAt(), now.plus(GroupRules.LEAST_LEFTOVER_GRACE));
            return GroupRules.clear(
                    group.attempt(), group.restartCount(), group.then(), forceAt, before);
        }
        var next =
                new Stopping(
                        group.attempt(),
                        group.restartCount(),
                        left,
                        group.asked(),
                        group.forceAt(),
                        group.forced(),
                        group.then());
        return new Step(next, before, true, "waiting for %s".formatted(rules.ranks(left)));
    }

    /**
     * Nobody waits for what the system does not end; but a restart has reason to hope, since a
     * process that gives back much memory takes its time to go.
     */
    private Step stillThereAfterForce(Stopping group, Instant now) {
        if (now.isBefore(group.forceAt().plus(GroupRules.UNKILLABLE))) return Step.stay(group);
        Instant givenUpAt = group.forceAt().plus(GroupRules.LAST_HOPE);
        boolean last = group.then() instanceof Then.End || !now.isBefore(givenUpAt);
        if (last) return giveUpOnTheRest(group, now);
        String because = "%s still there after SIGKILL".formatted(rules.ranks(group.alive()));
        return new Step(
                group,
                List.of(
                        new GroupEffect.TellStuck(group.alive()),
                        new GroupEffect.WakeAt(givenUpAt)),
                true,
                because);
    }

    /**
     * Their devices are theirs for as long as they are there, so nothing is started beside them.
     */
    private Step giveUpOnTheRest(Stopping group, Instant now) {
        var effects = new ArrayList<GroupEffect>();
        group.alive().stream()
                .sorted()
                .map(who -> new GroupEffect.TellExit(who, new WorkerExit.Unkillable()))
                .forEach(effects::add);
        Then then =
                group.then() instanceof Then.End
                        ? group.then()
                        : new Then.End(
                                Outcome.FAILED,
                                new WorkerExit.Unkillable().shellCode(),
                                group.then().culprit(),
                                "%s; no restart, because %s cannot be killed"
                                        .formatted(
                                                group.then().because(), rules.ranks(group.alive())),
                                Farewell.CLOSE);
        return GroupRules.clear(group.attempt(), group.restartCount(), then, now, effects);
    }

    /** A worker that dies of the very signal it was sent was stopped; of another, it crashed. */
    private static WorkerExit asAsked(WorkerExit exit, Stopping group) {
        boolean killed = group.forced() && exit.equals(new WorkerExit.Killed(Signal.KILL, false));
        return GroupRules.asAsked(exit, killed ? Signal.KILL : group.asked());
    }

    Step onClearing(Clearing group, GroupInput input, Instant now) {
        Optional<Then> known = GroupRules.settled(group.then(), input);
        if (known.isPresent()) return GroupRules.turn(changed(group, known.get()), known.get());
        return switch (input) {
            case Blamed blamed -> {
                Then then = rules.blame(group.then(), blamed, group.restartCount());
                yield GroupRules.turn(changed(group, then), then);
            }
            case Swept _ -> rules.next(group.attempt(), group.restartCount(), group.then(), now);
            case Tick _ -> {
                boolean early = now.isBefore(group.forceAt());
                var kill = new GroupEffect.KillAll("the grace is over: killing what is left");
                yield early
                        ? Step.stay(group)
                        : new Step(group, List.of(kill), true, kill.because());
            }
            case JobOver over -> {
                Then then = GroupRules.ending(group.then(), over.end());
                yield GroupRules.turn(changed(group, then), then);
            }
            case AskStop stop -> {
                Instant forceAt = earlier(group.forceAt(), now.plus(stop.grace()));
                Then then = GroupRules.ending(group.then(), stop.end());
                yield new Step(
                        new Clearing(group.attempt(), group.restartCount(), forceAt, then),
                        List.of(
                                new GroupEffect.AskAll(stop.signal(), forceAt, then.because()),
                                new GroupEffect.WakeAt(forceAt)),
                        true,
                        then.because());
            }
            case AskForce force -> {
                Then then = GroupRules.ending(group.then(), force.end());
                yield new Step(
                        new Clearing(group.attempt(), group.restartCount(), now, then),
                        List.of(new GroupEffect.KillAll("force asked for by " + force.by())),
                        true,
                        then.because());
            }
            case AskRestart _ ->
                    Step.refuse(group, "the group is ending: " + group.then().because());
            case Begin _ -> Step.refuse(group, "the group is ending");
            default -> Step.stay(group);
        };
    }

    private Step killTheRest(Stopping group, Then then, String why, Instant now) {
        String because = "%s: killing %s".formatted(why, rules.ranks(group.alive()));
        return new Step(
                changed(group, now, true, then),
                List.of(
                        new GroupEffect.KillAll(because),
                        new GroupEffect.WakeAt(now.plus(GroupRules.UNKILLABLE))),
                true,
                because);
    }

    private static Stopping changed(Stopping was, Instant forceAt, boolean forced, Then then) {
        return new Stopping(
                was.attempt(), was.restartCount(), was.alive(), was.asked(), forceAt, forced, then);
    }

    private static Clearing changed(Clearing was, Then then) {
        return new Clearing(was.attempt(), was.restartCount(), was.forceAt(), then);
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
