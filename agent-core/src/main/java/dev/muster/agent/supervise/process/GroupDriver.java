package dev.muster.agent.supervise.process;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
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
import java.util.ArrayList;
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
        GroupRules.Step step = rules.on(state, input, clock.instant());
        state = step.next();
        step.effects().forEach(this::perform);
        return step;
    }

    @Override
    public void exited(LocalRank localRank, WorkerExit exit, Duration ago) {
        exitedAt.put(localRank, clock.instant().minus(ago));
        on(new GroupInput.Exited(localRank, exit));
    }

    @Override
    public void swept(int ended, int unkillable) {
        if (ended > 0) {
            notice(
                    ended == 1
                            ? "1 process that the workers had left behind was ended"
                            : ended + " processes that the workers had left behind were ended");
        }
        if (unkillable > 0) {
            notice(
                    "%d of the workers' processes could not be killed; the system keeps them"
                            .formatted(unkillable));
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
            case GroupEffect.Meet(var because) -> {
                events.accept(new RendezvousEvent.RoundSought(now, because));
                others.meet();
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

    /** Tries every worker, so that the exits of those that cannot start are all known. */
    private void start(int attempt, int restartCount, String because) {
        place = others.placement();
        rules = rules.withFirstRank(place.firstRank());
        exitedAt.clear();
        events.accept(
                new AgentEvent.AttemptStarted(
                        clock.instant(), attempt, restartCount, place.worldSize(), because));
        var failures = new ArrayList<GroupInput.Exited>();
        List<Workers.Start> starts = List.of();
        try {
            starts = attempts.prepare(attempt, restartCount);
        } catch (IOException e) {
            for (int k = 0; k < rules.workers(); k++) {
                failures.add(neverStarted(new LocalRank(k), e));
            }
        }
        for (Workers.Start worker : starts) {
            start(attempt, worker).ifPresent(failures::add);
        }
        failures.forEach(this::on);
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

    private void notice(String text) {
        events.accept(new AgentEvent.Noticed(clock.instant(), text));
    }
}
