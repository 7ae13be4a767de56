package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.Group.Clearing;
import dev.muster.agent.supervise.Group.Doubting;
import dev.muster.agent.supervise.Group.Finishing;
import dev.muster.agent.supervise.Group.Meeting;
import dev.muster.agent.supervise.Group.Over;
import dev.muster.agent.supervise.Group.Parting;
import dev.muster.agent.supervise.Group.Pausing;
import dev.muster.agent.supervise.Group.Running;
import dev.muster.agent.supervise.Group.Saving;
import dev.muster.agent.supervise.Group.Start;
import dev.muster.agent.supervise.Group.Stopping;
import dev.muster.agent.supervise.Group.Then;
import dev.muster.agent.supervise.Group.Waiting;
import dev.muster.agent.supervise.GroupInput.AskForce;
import dev.muster.agent.supervise.GroupInput.AskRestart;
import dev.muster.agent.supervise.GroupInput.AskSignal;
import dev.muster.agent.supervise.GroupInput.AskStop;
import dev.muster.agent.supervise.GroupInput.Begin;
import dev.muster.agent.supervise.GroupInput.Blamed;
import dev.muster.agent.supervise.GroupInput.Exited;
import dev.muster.agent.supervise.GroupInput.JobOver;
import dev.muster.agent.supervise.GroupInput.NewRound;
import dev.muster.agent.supervise.GroupInput.NobodyLost;
import dev.muster.agent.supervise.GroupInput.Stuck;

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
 * @param saveFirst what the workers are told before a person's stop or restart
 * @param together whether other nodes are in the job: they are met before each attempt, and waited
 *     for after the last
 * @param firstRank of this group's workers among all of the job, in the attempt under way
 */
public record GroupRules(
        int workers,
        RestartPolicy restarts,
        Duration grace,
        Optional<SaveFirst> saveFirst,
        boolean together,
        int firstRank) {
    /** How long processes that outlive a worker which ended by itself have to follow it at most. */
    static final Duration LEFTOVER_GRACE = Duration.ofSeconds(3);

    /** What the workers leave behind is asked when they are gone, and has at least this long. */
    static final Duration LEAST_LEFTOVER_GRACE = Duration.ofSeconds(1);

    /**
     * Who is still there so long after SIGKILL is named, and not waited for at the end of a run.
     */
    static final Duration UNKILLABLE = Duration.ofSeconds(2);

    /** How long the next attempt waits for it. */
    static final Duration LAST_HOPE = Duration.ofSeconds(30);

    /** Of a group whose workers are not told to save. */
    public GroupRules(
            int workers, RestartPolicy restarts, Duration grace, boolean together, int firstRank) {
        this(workers, restarts, grace, Optional.empty(), together, firstRank);
    }

    /** Of a group that is alone in its job. */
    public GroupRules(int workers, RestartPolicy restarts, Duration grace) {
        this(workers, restarts, grace, false, 0);
    }

    /** The same rules in a round that gave the group's workers other ranks. */
    public GroupRules withFirstRank(int other) {
        return new GroupRules(workers, restarts, grace, saveFirst, together, other);
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
        return input instanceof AskSignal ask ? signal(state, ask) : turn(state, input, now);
    }

    private Step signal(Group state, AskSignal ask) {
        if (ask.localRank().value() >= workers) {
            return Step.refuse(
                    state,
                    "found no local rank %s, expected 0 to %d"
                            .formatted(ask.localRank(), workers - 1));
        }
        Set<LocalRank> alive =
                switch (state) {
                    case Running running -> running.alive();
                    case Saving saving -> saving.running().alive();
                    case Stopping stopping -> stopping.alive();
                    default -> Set.of();
                };
        Rank rank = rank(ask.localRank());
        if (!alive.contains(ask.localRank())) {
            return Step.refuse(state, "rank %s is not running".formatted(rank));
        }
        return new Step(
                state,
                List.of(new GroupEffect.SignalOne(ask.localRank(), ask.signal())),
                true,
                "rank %s gets %s".formatted(rank, ask.signal()));
    }

    private Step turn(Group state, GroupInput input, Instant now) {
        return switch (state) {
            case Waiting _ -> onWaiting(state, input, now);
            case Running running -> onRunning(running, input, now);
            case Saving saving -> new SavingRules(this).on(saving, input, now);
            case Stopping stopping -> new EndingRules(this).onStopping(stopping, input, now);
            case Clearing clearing -> new EndingRules(this).onClearing(clearing, input, now);
            case Doubting doubting -> meetings().onDoubting(doubting, input, now);
            case Pausing pausing -> meetings().onPausing(pausing, input, now);
            case Meeting meeting -> meetings().onMeeting(meeting, input, now);
            case Finishing finishing -> meetings().onFinishing(finishing, input);
            case Parting parting -> MeetingRules.onParting(parting, input);
            case Over over -> Step.refuse(over, "the run is over");
        };
    }

    private Step onWaiting(Group state, GroupInput input, Instant now) {
        if (!(input instanceof Begin))
            return Step.refuse(state, "the group has not been started yet");
        String because =
                workers == 1 ? "first start" : "first start of %d workers".formatted(workers);
        return begin(new Start(0, 0, 0), because, List.of(), now);
    }

    private Step onRunning(Running group, GroupInput input, Instant now) {
        return switch (input) {
            case Exited(var who, var exit) -> exitedWhileRunning(group, who, exit, now);
            case AskRestart(var by) ->
                    stopForPerson(
                            group,
                            true,
                            new Saving.Stop(
                                    Signal.TERM,
                                    grace,
                                    new Then.RestartOnRequest("restart asked for by " + by)),
                            now);
            case AskStop stop ->
                    stopForPerson(
                            group,
                            stop.saving(),
                            new Saving.Stop(stop.signal(), stop.grace(), stop.end()),
                            now);
            case Stuck(var who, var lasting) ->
                    stop(
                            group,
                            group.alive(),
                            Signal.TERM,
                            now.plus(grace),
                            stuck(who, lasting),
                            List.of(new GroupEffect.TellWait(who, lasting)));
            case AskForce force -> force(group, force.end(), now);
            case NewRound(var because) -> stop(group, new Then.RestartOnRequest(because), now);
            case JobOver over -> stop(group, over.end(), now);
            case Begin _ -> Step.refuse(group, "the group is running already");
            default -> Step.stay(group);
        };
    }

    private Step stopForPerson(Running group, boolean saving, Saving.Stop stop, Instant now) {
        if (saving && saveFirst.isPresent()) {
            return SavingRules.begin(group, saveFirst.get(), stop, now);
        }
        return stop(
                group,
                group.alive(),
                stop.signal(),
                now.plus(stop.grace()),
                stop.then(),
                List.of());
    }

    /** Nobody can tell when such a wait ends, and its GPU may be in it: no restart. */
    private Then stuck(LocalRank who, Duration lasting) {
        return new Then.End(
                Outcome.FAILED,
                1,
                Optional.of(who),
                "rank %s has been in an uninterruptible wait for %d s; starting it again would not help"
                        .formatted(rank(who), lasting.toSeconds()),
                Farewell.CLOSE);
    }

    private Step exitedWhileRunning(Running group, LocalRank who, WorkerExit exit, Instant now) {
        if (!group.alive().contains(who)) return Step.stay(group);
        var tell = new GroupEffect.TellExit(who, exit);
        Running rest = group.without(who);
        Set<LocalRank> left = rest.alive();
        if (!(exit instanceof WorkerExit.Succeeded)) {
            boolean quick = now.isBefore(group.since().plus(RestartPolicy.QUICK));
            int inRow = quick ? group.quickFailures() + 1 : 0;
            Then then = afterFailure(who, exit, group.restartCount(), inRow);
            return stop(group, left, Signal.TERM, now.plus(grace), then, List.of(tell));
        }
        if (!left.isEmpty()) {
            String because =
                    "rank %s is done; %d of %d still running"
                            .formatted(rank(who), left.size(), workers);
            return new Step(rest, List.of(tell), true, because);
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
                now.plus(grace.compareTo(LEFTOVER_GRACE) < 0 ? grace : LEFTOVER_GRACE),
                List.of(tell));
    }

    /** With other nodes in the job, a worker mostly fails because one of theirs is gone. */
    private Then afterFailure(LocalRank who, WorkerExit exit, int restartCount, int quickOnes) {
        Then verdict = restarts.afterFailure(who, rank(who), exit, restartCount, quickOnes);
        if (!together || exit instanceof WorkerExit.NeverStarted) return verdict;
        return new Then.IfOurs(
                verdict,
                "rank %s %s; looking whether the other nodes live"
                        .formatted(rank(who), exit.inWords()));
    }

    /** An end that was nobody's failure stays as it is. */
    Then blame(Then then, Blamed blamed, int restartCount) {
        if (then.culprit().isEmpty()) return then;
        boolean noRestart = then instanceof Then.End && restartCount < restarts.maxRestarts();
        if (noRestart) return then; // for a reason of its own, whoever is to blame
        if (then instanceof Then.IfOurs(var verdict, var because)) {
            return new Then.IfOurs(blame(verdict, blamed, restartCount), because);
        }
        return restarts.afterFailure(
                blamed.culprit(),
                rank(blamed.culprit()),
                blamed.exit(),
                blamed.what(),
                restartCount,
                then instanceof Then.RestartAfterFailure(_, var quickOnes, _) ? quickOnes : 0);
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

    static Step turn(Group next, Then then) {
        return new Step(next, List.of(), true, then.because());
    }

    /** What comes when the attempt and all it left behind is gone. */
    Step next(int attempt, int restartCount, Then then, Instant now) {
        var ended = new GroupEffect.EndAttempt(attempt, then.culprit(), then.because());
        return switch (then) {
            case Then.RestartAfterFailure(_, var quickOnes, var because) ->
                    beginOrPause(
                            new Start(attempt + 1, restartCount + 1, quickOnes),
                            because,
                            List.of(ended),
                            now);
            case Then.RestartOnRequest(var because) ->
                    begin(new Start(attempt + 1, restartCount, 0), because, List.of(ended), now);
            case Then.IfOurs doubt -> turn(new Doubting(attempt, restartCount, doubt), doubt);
            case Then.End end when together ->
                    MeetingRules.ended(attempt, restartCount, end, List.of(ended));
            case Then.End end -> finish(attempt, end, List.of(ended));
        };
    }

    private Step beginOrPause(Start next, String because, List<GroupEffect> before, Instant now) {
        Duration pause = restarts.pauseAfter(next.quickFailures());
        if (pause.isZero()) return begin(next, because, before, now);
        Instant until = now.plus(pause);
        String why =
                "%s; it starts %d s from now, as %d starts in a row lasted less than %d s"
                        .formatted(
                                because,
                                pause.toSeconds(),
                                next.quickFailures(),
                                RestartPolicy.QUICK.toSeconds());
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.TellPause(until, why));
        effects.add(new GroupEffect.WakeAt(until));
        return new Step(new Pausing(next, until, because), effects, true, why);
    }

    static Step finish(int attempt, Then.End end, List<GroupEffect> before) {
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.Finish(end.outcome(), end.exitCode(), end.because()));
        var over = new Over(attempt, end.outcome(), end.exitCode());
        return new Step(over, effects, true, end.because());
    }

    Step begin(Start next, String because, List<GroupEffect> before, Instant now) {
        return together
                ? meetings().meet(next, because, before)
                : start(next, because, before, now);
    }

    private MeetingRules meetings() {
        return new MeetingRules(this);
    }

    Step start(Start next, String because, List<GroupEffect> before, Instant now) {
        Set<LocalRank> everyone =
                IntStream.range(0, workers).mapToObj(LocalRank::new).collect(Collectors.toSet());
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.StartGroup(next.attempt(), next.restartCount(), because));
        var running =
                new Running(
                        next.attempt(), next.restartCount(), everyone, now, next.quickFailures());
        return new Step(running, effects, true, because);
    }

    Step stop(
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

    Step force(Running group, Then then, Instant now) {
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
        effects.add(new GroupEffect.WakeAt(now.plus(UNKILLABLE)));
        return new Step(next, effects, true, then.because());
    }

    static Step clear(
            int attempt, int restartCount, Then then, Instant forceAt, List<GroupEffect> before) {
        var effects = new ArrayList<>(before);
        effects.add(new GroupEffect.Sweep(forceAt));
        var next = new Clearing(attempt, restartCount, forceAt, then);
        return new Step(next, effects, true, then.because());
    }

    static WorkerExit asAsked(WorkerExit exit, Signal asked) {
        return exit instanceof WorkerExit.Killed(var signal, _)
                ? new WorkerExit.Killed(signal, signal.equals(asked))
                : exit;
    }

    /** A stop turns a coming restart into an end; a run that is ending anyway keeps its cause. */
    static Then ending(Then then, Then.End end) {
        return then instanceof Then.End ? then : end;
    }

    Rank rank(LocalRank worker) {
        return new Rank(firstRank + worker.value());
    }

    /** "rank 3", or "ranks 1, 2 and 5". */
    String ranks(Set<LocalRank> workersOf) {
        List<String> sorted = workersOf.stream().sorted().map(who -> rank(who).toString()).toList();
        if (sorted.size() == 1) return "rank " + sorted.getFirst();
        return "ranks %s and %s"
                .formatted(
                        String.join(", ", sorted.subList(0, sorted.size() - 1)), sorted.getLast());
    }
}
