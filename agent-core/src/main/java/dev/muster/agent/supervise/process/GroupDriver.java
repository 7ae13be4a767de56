package dev.muster.agent.supervise.process;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.loop.Timers;
import dev.muster.agent.supervise.Group;
import dev.muster.agent.supervise.GroupEffect;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.GroupRules;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Performs what the {@link GroupRules} decide for one worker group, and tells every step as an
 * event. Runs on the agent's thread only.
 */
public final class GroupDriver implements Workers.Listener {
    /** Told once, when the group is over and the last event has been told. */
    public interface OnOver {
        void over(Outcome outcome, int exitCode);
    }

    private final Attempts attempts;
    private final Timers timers;
    private final InstantSource clock;
    private final Consumer<AgentEvent> events;
    private final OnOver onOver;
    private final Workers workers;
    private final Others others;
    private final Inquiry inquiry;
    private final Map<LocalRank, Instant> exitedAt = new HashMap<>();
    private Group state = new Group.Waiting();
    private Placement place;
    private GroupRules rules;

    /** Of a group that is alone in its job. */
    public GroupDriver(
            GroupRules rules,
            Attempts attempts,
            Function<Workers.Listener, Workers> workersFor,
            Timers timers,
            InstantSource clock,
            Consumer<AgentEvent> events,
            OnOver onOver) {
        this(
                rules,
                attempts,
                workersFor,
                Others.none(rules.workers()),
                Inquiry.NONE,
                timers,
                clock,
                events,
                onOver);
    }

    /** {@code workersFor} makes the group's workers, which report to this driver. */
    public GroupDriver(
            GroupRules rules,
            Attempts attempts,
            Function<Workers.Listener, Workers> workersFor,
            Others others,
            Inquiry inquiry,
            Timers timers,
            InstantSource clock,
            Consumer<AgentEvent> events,
            OnOver onOver) {
        this.rules = rules;
        this.attempts = attempts;
        this.timers = timers;
        this.clock = clock;
        this.events = events;
        this.onOver = onOver;
        this.others = others;
        this.inquiry = inquiry;
        place = Placement.alone(rules.workers());
        workers = workersFor.apply(this);
    }

    public int attempt() {
        return state.attempt();
    }

    /** Lets something happen to the group and does what follows from it. */
    public GroupRules.Step on(GroupInput input) {
        GroupRules.Step step = decide(input);
        follow(step);
        return step;
    }

    /** What would follow if that happened now. Nothing does until {@link #follow}. */
    public GroupRules.Step decide(GroupInput input) {
        return rules.on(state, input, clock.instant());
    }

    /** Does what has just been decided. */
    public void follow(GroupRules.Step step) {
        state = step.next();
        step.effects().forEach(this::perform);
    }

    @Override
    public void exited(LocalRank localRank, WorkerExit exit, Duration ago) {
        exitedAt.put(localRank, clock.instant().minus(ago));
        on(new GroupInput.Exited(localRank, exit));
    }

    @Override
    public void swept(int ended, List<Leftover> unkillable) {
        if (ended > 0) {
            notice(
                    ended == 1
                            ? "1 process that the workers had left behind was ended"
                            : ended + " processes that the workers had left behind were ended");
        }
        for (Leftover left : unkillable) {
            notice("left behind: " + left.inWords(ZoneId.systemDefault()));
        }
        inquiry.conclude(
                blamed -> {
                    blamed.ifPresent(this::on);
                    on(new GroupInput.Swept(ended));
                });
    }

    private void perform(GroupEffect effect) {
        var now = clock.instant();
        switch (effect) {
            case GroupEffect.StartGroup(var attempt, var restartCount, var because) ->
                    start(attempt, restartCount, because);
            case GroupEffect.TellExit(var who, var exit) ->
                    events.accept(
                            new AgentEvent.WorkerExited(
                                    exitedAt.getOrDefault(who, now), place.rankOf(who), exit));
            case GroupEffect.AskAll(var signal, var forceAt, var because) -> {
                events.accept(new AgentEvent.StopStarted(now, forceAt, because));
                workers.signalAll(signal);
            }
            case GroupEffect.AskToSave(var signal, var until, var because) -> {
                events.accept(new AgentEvent.SaveAsked(now, until, because));
                workers.signalWorkers(signal);
            }
            case GroupEffect.SignalOne(var who, var signal) -> workers.signal(who, signal);
            case GroupEffect.TellWait(var who, var lasting) ->
                    events.accept(new AgentEvent.WorkerStuck(now, place.rankOf(who), lasting));
            case GroupEffect.TellStuck(var alive) ->
                    alive.stream()
                            .sorted()
                            .forEach(
                                    who ->
                                            workers.find(who)
                                                    .ifPresent(
                                                            left -> tell(place.rankOf(who), left)));
            case GroupEffect.TellPause(var until, var because) ->
                    events.accept(new AgentEvent.RestartDelayed(now, until, because));
            case GroupEffect.KillAll(var because) -> {
                events.accept(new AgentEvent.ForceStarted(now, because));
                workers.killAll();
            }
            case GroupEffect.Sweep(var forceAt) -> {
                Duration grace = Duration.between(now, forceAt);
                workers.sweep(grace.isNegative() ? Duration.ZERO : grace);
            }
            case GroupEffect.WakeAt(var when) -> timers.at(when, () -> on(new GroupInput.Tick()));
            case GroupEffect.EndAttempt(var attempt, var culprit, var because) ->
                    events.accept(
                            new AgentEvent.AttemptEnded(
                                    now, attempt, culprit.map(place::rankOf), because));
            case GroupEffect.Meet(var restartCount, var because) -> {
                events.accept(new RendezvousEvent.RoundSought(now, because));
                others.meet(restartCount);
            }
            case GroupEffect.TellEnding(var inDoubt) -> others.tellEnding(inDoubt);
            case GroupEffect.AwaitOthers _ -> others.awaitDone();
            case GroupEffect.Part(var end) -> others.part(end);
            case GroupEffect.Finish(var outcome, var exitCode, var because) -> {
                workers.close();
                events.accept(new AgentEvent.RunEnded(now, outcome, exitCode, because));
                onOver.over(outcome, exitCode);
            }
        }
    }

    private void start(int attempt, int restartCount, String because) {
        place = others.placement();
        rules = rules.withFirstRank(place.firstRank());
        exitedAt.clear();
        events.accept(
                new AgentEvent.AttemptStarted(
                        clock.instant(), attempt, restartCount, place.worldSize(), because));
        try {
            startNext(attempt, new ArrayDeque<>(attempts.prepare(attempt, restartCount)));
        } catch (IOException e) {
            for (int k = 0; k < rules.workers(); k++) on(neverStarted(new LocalRank(k), e));
        }
    }

    /** One worker to a turn of the loop, so that a stop need not wait until all are started. */
    private void startNext(int attempt, Deque<Workers.Start> waiting) {
        if (!(state instanceof Group.Running running) || running.attempt() != attempt) {
            waiting.forEach(worker -> on(new GroupInput.Unstarted(worker.localRank())));
            return;
        }
        Workers.Start next = waiting.remove();
        start(attempt, next).ifPresent(this::on);
        if (!waiting.isEmpty()) timers.at(clock.instant(), () -> startNext(attempt, waiting));
    }

    private Optional<GroupInput.Exited> start(int attempt, Workers.Start worker) {
        try {
            long pid = workers.start(attempt, worker);
            events.accept(
                    new AgentEvent.WorkerStarted(
                            clock.instant(),
                            place.rankOf(worker.localRank()),
                            worker.localRank(),
                            pid,
                            worker.files()));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(neverStarted(worker.localRank(), e));
        }
    }

    private static GroupInput.Exited neverStarted(LocalRank who, IOException why) {
        String reason = Optional.ofNullable(why.getMessage()).orElse(why.toString());
        return new GroupInput.Exited(who, new WorkerExit.NeverStarted(reason));
    }

    private void tell(Rank rank, Leftover left) {
        notice("rank %s, %s".formatted(rank, left.inWords(ZoneId.systemDefault())));
    }

    private void notice(String text) {
        events.accept(new AgentEvent.Noticed(clock.instant(), text));
    }
}
