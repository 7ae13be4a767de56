package dev.muster.agent.demo;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.process.Workers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Workers that exist on the agenda only. They train, go wrong as the plot says, and leave when they
 * are asked to: most at once, the last one after it has saved what it has. One thread.
 */
final class SimulatedWorkers implements Workers {
    private static final Duration STARTUP = Duration.ofMillis(900);
    private static final Duration KILL_TAKES = Duration.ofMillis(150);
    private static final Duration SAVING_TAKES = Duration.ofSeconds(7);
    private static final Duration SWEEP_TAKES = Duration.ofMillis(120);

    private final RunId run;
    private final Plot plot;
    private final Agenda agenda;
    private final RandomGenerator random;
    private final SimulatedLogs logs;
    private final Consumer<AgentEvent> events;
    private final Listener listener;
    private final TreeMap<LocalRank, Long> alive = new TreeMap<>();
    private final Set<LocalRank> leaving = new HashSet<>();
    private long nextPid;
    private int attempt = -1;
    private int resumeAt;

    /** Entries of the agenda that were planned in an earlier era are void. */
    private int era;

    SimulatedWorkers(
            RunId run,
            Plot plot,
            Agenda agenda,
            RandomGenerator random,
            SimulatedLogs logs,
            Consumer<AgentEvent> events,
            Listener listener) {
        this.run = run;
        this.plot = plot;
        this.agenda = agenda;
        this.random = random;
        this.logs = logs;
        this.events = events;
        this.listener = listener;
        nextPid = 40_000 + random.nextInt(20_000);
    }

    @Override
    public long start(int startedAttempt, Start worker) {
        if (startedAttempt != attempt) beginAttempt(startedAttempt);
        long pid = nextPid++;
        alive.put(worker.localRank(), pid);
        return pid;
    }

    private void beginAttempt(int begun) {
        attempt = begun;
        era++;
        leaving.clear();
        var voice = new TrainingVoice(random, resumeAt);
        plan(STARTUP, new Training(this, plot.act(begun), voice, begun > 0)::begin);
    }

    @Override
    public void signalAll(Signal signal) {
        era++;
        if (alive.isEmpty()) return;
        LocalRank saves = alive.lastKey();
        for (LocalRank who : alive.keySet()) {
            leaving.add(who);
            var exit = new WorkerExit.Killed(signal, false);
            if (who.equals(saves) && alive.size() > 1) {
                say(who, LogStream.STDERR, signal + ": saving what I have first");
                plan(SAVING_TAKES, () -> exit(who, exit));
            } else {
                plan(Duration.ofMillis(300 + random.nextInt(1_500)), () -> exit(who, exit));
            }
        }
    }

    @Override
    public void signalWorkers(Signal signal) {
        for (LocalRank who : alive.keySet()) {
            say(who, LogStream.STDERR, signal + ": saving what I have");
        }
    }

    @Override
    public void signal(LocalRank localRank, Signal signal) {
        boolean ends = List.of(Signal.KILL, Signal.TERM, Signal.INT, Signal.QUIT).contains(signal);
        if (ends) plan(KILL_TAKES, () -> exit(localRank, new WorkerExit.Killed(signal, false)));
        else say(localRank, LogStream.STDERR, signal + ": heard");
    }

    @Override
    public void killAll() {
        era++;
        for (LocalRank who : alive.keySet()) {
            plan(KILL_TAKES, () -> exit(who, new WorkerExit.Killed(Signal.KILL, false)));
        }
    }

    @Override
    public void sweep(Duration grace) {
        agenda.at(agenda.instant().plus(SWEEP_TAKES), () -> listener.swept(0, List.of()));
    }

    @Override
    public Optional<Long> pid(LocalRank localRank) {
        return Optional.ofNullable(alive.get(localRank));
    }

    /** Voids all plans. */
    @Override
    public void close() {
        era++;
    }

    /** Those that are there, lowest first. */
    List<LocalRank> alive() {
        return new ArrayList<>(alive.keySet());
    }

    /** The worker ends, asked or not. */
    void exit(LocalRank who, WorkerExit exit) {
        if (alive.remove(who) != null) listener.exited(who, exit);
    }

    /** Does something later, unless the workers have been asked to leave by then. */
    void plan(Duration in, Runnable action) {
        int planned = era;
        agenda.at(
                agenda.instant().plus(in),
                () -> {
                    if (planned == era) action.run();
                });
    }

    /** Prints a line. */
    void say(LocalRank who, LogStream stream, String line) {
        logs.find(run, attempt, who, stream).ifPresent(log -> log.append(line));
    }

    /** Where the next attempt begins. */
    void resumeAt(int step) {
        resumeAt = step;
    }

    void tell(AgentEvent event) {
        events.accept(event);
    }

    RandomGenerator random() {
        return random;
    }

    Agenda agenda() {
        return agenda;
    }
}
