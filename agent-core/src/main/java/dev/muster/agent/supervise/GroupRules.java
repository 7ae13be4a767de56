package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.Group.Clearing;
import dev.muster.agent.supervise.Group.Doubting;
import dev.muster.agent.supervise.Group.Finishing;
import dev.muster.agent.supervise.Group.Meeting;
import dev.muster.agent.supervise.Group.Over;
import dev.muster.agent.supervise.Group.Parting;
import dev.muster.agent.supervise.Group.Running;
import dev.muster.agent.supervise.Group.Stopping;
import dev.muster.agent.supervise.Group.Then;
import dev.muster.agent.supervise.Group.Waiting;
import dev.muster.agent.supervise.GroupInput.AskForce;
import dev.muster.agent.supervise.GroupInput.AskRestart;
import dev.muster.agent.supervise.GroupInput.AskStop;
import dev.muster.agent.supervise.GroupInput.Begin;
import dev.muster.agent.supervise.GroupInput.Blamed;
import dev.muster.agent.supervise.GroupInput.Exited;
import dev.muster.agent.supervise.GroupInput.JobOver;
import dev.muster.agent.supervise.GroupInput.NewRound;
import dev.muster.agent.supervise.GroupInput.NobodyLost;
import dev.muster.agent.supervise.GroupInput.Swept;
import dev.muster.agent.supervise.GroupInput.Tick;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides what becomes of a worker group; never acts. The caller owns the clock and the processes.
 *
 * @param workers local world size
 * @param grace between asking and killing when a failure, and not a person, ends an attempt
 * @param together whether other nodes are in the job: they are met before each attempt, and waited
 *     for after the last
 * @param firstRank of this group's workers among all of the job, in the attempt under way
 */
public record GroupRules(
        int workers, RestartPolicy restarts, Duration grace, boolean together, int firstRank) {
    /** How long processes that outlive a worker which ended by itself have to follow it. */
    static final Duration LEFTOVER_GRACE = Duration.ofSeconds(3);

    /** Of a group that is alone in its job. */
    public GroupRules(int workers, RestartPolicy restarts, Duration grace) {
        this(workers, restarts, grace, false, 0);
    }

    /** The same rules in a round that gave the group's workers other ranks. */
    public GroupRules withFirstRank(int other) {
        return new GroupRules(workers, restarts, grace, together, other);
    }

    /**
     * Where the group stands now, what to do about it, and why.
     *
     * @param accepted false when somebody asked for what cannot be had now; then nothing changed
     */
    public record Step(Group next, List<GroupEffect> effects, boolean accepted, String because) {
        public Step {
            effects = List.copyOf(effects);
        }

        static Step stay(Group state) {
            return new Step(state, List.of(), true, "nothing changed");
        }

        static Step refuse(Group state, String because) {
            return new Step(state, List.of(), false, because);
        }
    }

    public Step on(Group state, GroupInput input, Instant now) {
        return switch (state) {
            case Waiting _ -> onWaiting(state, input);
            case Running running -> onRunning(running, input, now);
            case Stopping stopping -> onStopping(stopping, input, now);
            case Clearing clearing -> onClearing(clearing, input, now);
            case Doubting doubting -> meetings().onDoubting(doubting, input);
            case Meeting meeting -> meetings().onMeeting(meeting, input);
            case Finishing finishing -> meetings().onFinishing(finishing, input);
            case Parting parting -> MeetingRules.onParting(parting, input);
            case Over over -> Step.refuse(over, "the run is over");
        };
    }

    private Step onWaiting(Group state, GroupInput input) {
        if (!(input instanceof Begin))
            return Step.refuse(state, "the group has not been started yet");
        String because =
                workers == 1 ? "first start" : "first start of %d workers".formatted(workers);
        return begin(0, 0, because, List.of());
    }

    private Step onRunning(Running group, GroupInput input, Instant now) {
        return switch (input) {
            case Exited(var who, var exit) -> exitedWhileRunning(group, who, exit, now);
            case AskRestart(var by) ->
                    stop(group, new Then.RestartOnRequest("restart asked for by " + by), now);
            case AskStop stop ->
                    stop(
                            group,
                            group.alive(),
                            stop.signal(),
                            now.plus(stop.grace()),
                            stop.end(),
                            List.of());
            case AskForce force -> force(group, force.end(), now);
            case NewRound(var because) -> stop(group, new Then.RestartOnRequest(because), now);
            case JobOver over -> stop(group, over.end(), now);
            case Begin _ -> Step.refuse(group, "the group is running already");
            default -> Step.stay(group);
        };
    }

    private Step exitedWhileRunning(Running group, LocalRank who, WorkerExit exit, Instant now) {
        if (!group.alive().contains(who)) return Step.stay(group);
        var tell = new GroupEffect.TellExit(who, exit);
        Set<LocalRank> left = Group.without(group.alive(), who);
        if (!(exit instanceof WorkerExit.Succeeded)) {
            Then then = afterFailure(who, exit, group.restartCount());
            return stop(group, left, Signal.TERM, now.plus(grace), then, List.of(tell));
        }
        if (!left.isEmpty()) {
            String because =
                    "rank %s is done; %d of %d still running"
                            .formatted(rank(who), left.size(), workers);
            var next = new Running(group.attempt(), group.restartCount(), left);
            return new Step(next, List.of(tell), true, because);
        }
        var done =
                new Then.End(
                        Outcome.SUCCEEDED,
                        0,
                        workers == 1
                                ? "the worker is done"
                                : "all %d workers are done".formatted(workers),
                        Farewell.CLOSE);
        return clear(
                group.attempt(),
                group.restartCount(),
                done,
                now.plus(LEFTOVER_GRACE),
                List.of(tell));
    }

    /** With other nodes in the job, a worker mostly fails because one of theirs is gone. */
    private Then afterFailure(LocalRank who, WorkerExit exit, int restartCount) {
        Then verdict = restarts.afterFailure(who, rank(who), exit, restartCount);
        if (!together || exit instanceof WorkerExit.NeverStarted) return verdict;
        return new Then.IfOurs(
                verdict,
                "rank %s %s; looking whether the other nodes live"
                        .formatted(rank(who), exit.inWords()));
    }

    /** An end that was nobody's failure stays as it is. */
    private Then blame(Then then, Blamed blamed, int restartCount) {
        if (then.culprit().isEmpty()) return then;
        return then instanceof Then.IfOurs(var verdict, var because)
                ? new Then.IfOurs(blame(verdict, blamed, restartCount), because)
                : restarts.afterFailure(
                        blamed.culprit(),
                        rank(blamed.culprit()),
                        blamed.exit(),
                        blamed.what(),
                        restartCount);
    }

    /** What comes now that it is known whose failure it was; empty if that is not known, or was. */
    static Optional<Then> settled(Then then, GroupInput input) {
        if (!(then instanceof Then.IfOurs doubt)) return Optional.empty();
        return switch (input) {
            case NobodyLost _ -> Optional.of(doubt.verdict());
            case NewRound(var because) -> Optional.of(new Then.RestartOnRequest(because));
            default -> Optional.empty();
        };
    }

    private static Step turn(Group next, Then then) {
        return new Step(next, List.of(), true, then.because());
    }

    private Step onStopping(Stopping group, GroupInput input, Instant now) {
        Optional<Then> known = settled(group.then(), input);
        if (known.isPresent()) {
            Then then = known.get();
            return turn(changed(group, group.forceAt(), group.forced(), then), then);
        }
        return switch (input) {
            case Exited(var who, var exit) -> exitedWhileStopping(group, who, exit, now);
            case Tick _ ->
                    group.forced() || now.isBefore(group.forceAt())
                            ? Step.stay(group)
                            : killTheRest(group, group.then(), "the grace is over");
            case AskForce force ->
                    killTheRest(
                            group,
                            ending(group.then(), force.end()),
                            "force asked for by " + force.by());
            case JobOver over -> {
                Then then = ending(group.then(), over.end());
                yield turn(changed(group, group.forceAt(), group.forced(), then), then);
            }
            case AskStop stop -> {
                Instant forceAt = earlier(group.forceAt(), now.plus(stop.grace()));
                Then then = ending(group.then(), stop.end());
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

    private Step exitedWhileStopping(Stopping group, LocalRank who, WorkerExit exit, Instant now) {
        if (!group.alive().contains(who)) return Step.stay(group);
        var tell = new GroupEffect.TellExit(who, asAsked(exit, group));
        Set<LocalRank> left = Group.without(group.alive(), who);
        if (left.isEmpty()) {
            Instant forceAt = group.forced() ? now : group.forceAt();
            return clear(
                    group.attempt(), group.restartCount(), group.then(), forceAt, List.of(tell));
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
        return new Step(next, List.of(tell), true, "waiting for %s".formatted(ranks(left)));
    }

    /** A worker that dies of the very signal it was sent was stopped; of another, it crashed. */
    private static WorkerExit asAsked(WorkerExit exit, Stopping group) {
        if (!(exit instanceof WorkerExit.Killed(var signal, _))) return exit;
        boolean byAgent =
                signal.equals(group.asked()) || (group.forced() && signal.equals(Signal.KILL));
        return new WorkerExit.Killed(signal, byAgent);
    }

    private Step onClearing(Clearing group, GroupInput input, Instant now) {
        Optional<Then> known = settled(group.then(), input);
        if (known.isPresent()) return turn(changed(group, known.get()), known.get());
        return switch (input) {
            case Blamed blamed -> {
                Then then = blame(group.then(), blamed, group.restartCount());
                yield turn(changed(group, then), then);
            }
            case Swept _ -> next(group.attempt(), group.restartCount(), group.then());
            case Tick _ -> {
                boolean early = now.isBefore(group.forceAt());
                var kill = new GroupEffect.KillAll("the grace is over: killing what is left");
                yield early
                        ? Step.stay(group)
                        : new Step(group, List.of(kill), true, kill.because());
            }
            case JobOver over -> {
                Then then = ending(group.then(), over.end());
                yield turn(changed(group, then), then);
            }
            case AskStop stop -> {
                Instant forceAt = earlier(group.forceAt(), now.plus(stop.grace()));
                Then then = ending(group.then(), stop.end());
                yield new Step(
                        new Clearing(group.attempt(), group.restartCount(), forceAt, then),
                        List.of(
                                new GroupEffect.AskAll(stop.signal(), forceAt, then.because()),
                                new GroupEffect.WakeAt(forceAt)),
                        true,
                        then.because());
            }
            case AskForce force -> {
                Then then = ending(group.then(), force.end());
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

    /** What comes when the attempt and all it left behind is gone. */
    Step next(int attempt, int restartCount, Then then) {
        var ended = new GroupEffect.EndAttempt(attempt, then.culprit(), then.because());
        return switch (then) {
            case Then.RestartAfterFailure(_, var because) ->
                    begin(attempt + 1, restartCount + 1, because, List.of(ended));
            case Then.RestartOnRequest(var because) ->
                    begin(attempt + 1, restartCount, because, List.of(ended));
            case Then.IfOurs doubt -> turn(new Doubting(attempt, restartCount, doubt), doubt);
            case Then.End end when together ->
                    MeetingRules.ended(attempt, restartCount, end, List.of(ended));
            case Then.End end -> finish(attempt, end, List.of(ended));
        };
    }

    static Step finish(int attempt, Then.End end, List<GroupEffect> before) {
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.Finish(end.outcome(), end.exitCode(), end.because()));
        var over = new Over(attempt, end.outcome(), end.exitCode());
        return new Step(over, effects, true, end.because());
    }

    private Step begin(int attempt, int restartCount, String because, List<GroupEffect> before) {
        return together
                ? meetings().meet(attempt, restartCount, because, before)
                : start(attempt, restartCount, because, before);
    }

    private MeetingRules meetings() {
        return new MeetingRules(this);
    }

    Step start(int attempt, int restartCount, String because, List<GroupEffect> before) {
        Set<LocalRank> everyone =
                IntStream.range(0, workers).mapToObj(LocalRank::new).collect(Collectors.toSet());
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.StartGroup(attempt, restartCount, because));
        return new Step(new Running(attempt, restartCount, everyone), effects, true, because);
    }

    private Step stop(
            Running group,
            Set<LocalRank> alive,
            Signal signal,
            Instant forceAt,
            Then then,
            List<GroupEffect> before) {
        var effects = new ArrayList<>(before);
        if (together) effects.add(new GroupEffect.TellEnding(then instanceof Then.IfOurs));
        effects.add(new GroupEffect.AskAll(signal, forceAt, then.because())); // the children too
        if (alive.isEmpty()) {
            return clear(group.attempt(), group.restartCount(), then, forceAt, effects);
        }
        effects.add(new GroupEffect.WakeAt(forceAt));
        var next =
                new Stopping(
                        group.attempt(), group.restartCount(), alive, signal, forceAt, false, then);
        return new Step(next, effects, true, then.because());
    }

    private Step stop(Running group, Then then, Instant now) {
        return stop(group, group.alive(), Signal.TERM, now.plus(grace), then, List.of());
    }

    private Step force(Running group, Then then, Instant now) {
        var next =
                new Stopping(
                        group.attempt(),
                        group.restartCount(),
                        group.alive(),
                        Signal.KILL,
                        now,
                        true,
                        then);
        var effects = new ArrayList<GroupEffect>();
        if (together) effects.add(new GroupEffect.TellEnding(false));
        effects.add(new GroupEffect.KillAll(then.because()));
        return new Step(next, effects, true, then.because());
    }

    private Step killTheRest(Stopping group, Then then, String why) {
        String because = "%s: killing %s".formatted(why, ranks(group.alive()));
        return new Step(
                changed(group, group.forceAt(), true, then),
                List.of(new GroupEffect.KillAll(because)),
                true,
                because);
    }

    private static Step clear(
            int attempt, int restartCount, Then then, Instant forceAt, List<GroupEffect> before) {
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.Sweep(forceAt));
        var next = new Clearing(attempt, restartCount, forceAt, then);
        return new Step(next, effects, true, then.because());
    }

    private static Stopping changed(Stopping was, Instant forceAt, boolean forced, Then then) {
        return new Stopping(
                was.attempt(), was.restartCount(), was.alive(), was.asked(), forceAt, forced, then);
    }

    private static Clearing changed(Clearing was, Then then) {
        return new Clearing(was.attempt(), was.restartCount(), was.forceAt(), then);
    }

    /** A stop turns a coming restart into an end; a run that is ending anyway keeps its cause. */
    private static Then ending(Then then, Then.End end) {
        return then instanceof Then.End ? then : end;
    }

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    private Rank rank(LocalRank worker) {
        return new Rank(firstRank + worker.value());
    }

    /** "rank 3", or "ranks 1, 2 and 5". */
    private String ranks(Set<LocalRank> workersOf) {
        List<String> sorted = workersOf.stream().sorted().map(who -> rank(who).toString()).toList();
        if (sorted.size() == 1) return "rank " + sorted.getFirst();
        return "ranks %s and %s"
                .formatted(
                        String.join(", ", sorted.subList(0, sorted.size() - 1)), sorted.getLast());
    }
}
