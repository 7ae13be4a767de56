package dev.muster.agent.demo;

import dev.muster.agent.demo.Plot.Act;
import dev.muster.agent.demo.Plot.Crash;
import dev.muster.agent.demo.Plot.Hang;
import dev.muster.agent.event.AgentEvent.WorkerHeard;
import dev.muster.agent.event.AgentEvent.WorkerSilent;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One attempt of simulated workers while they train: the lines they print, and its act. */
final class Training {
    private static final Duration STEP = Duration.ofMillis(500);
    private static final Duration WAITERS_SPEAK_EVERY = Duration.ofSeconds(2);
    private static final Duration SILENT_AFTER = Duration.ofSeconds(3);

    private record Stall(LocalRank who, Instant since) {}

    private final SimulatedWorkers workers;
    private final Act act;
    private final TrainingVoice voice;
    private final boolean resumes;
    private Optional<Stall> stall = Optional.empty();

    Training(SimulatedWorkers workers, Act act, TrainingVoice voice, boolean resumes) {
        this.workers = workers;
        this.act = act;
        this.voice = voice;
        this.resumes = resumes;
    }

    void begin() {
        var everyone = workers.alive();
        for (LocalRank who : everyone) {
            workers.say(who, LogStream.STDOUT, voice.greeting(who, everyone.size(), resumes));
        }
        workers.plan(STEP, this::step);
        workers.plan(act.lasts(), this::finish);
        for (var mishap : act.mishaps()) {
            workers.plan(
                    mishap.after(),
                    () -> {
                        switch (mishap) {
                            case Hang hang -> hang(hang);
                            case Crash crash -> crash(crash);
                        }
                    });
        }
    }

    private void step() {
        stall.ifPresentOrElse(this::waitFor, this::train);
        workers.plan(STEP, this::step);
    }

    private void train() {
        voice.nextStep();
        for (LocalRank who : workers.alive()) {
            workers.plan(
                    Duration.ofMillis(workers.random().nextInt(80)),
                    () -> workers.say(who, LogStream.STDOUT, voice.progress()));
        }
        if (!voice.hasJustSaved()) return;
        workers.resumeAt(voice.step());
        workers.say(new LocalRank(0), LogStream.STDOUT, voice.saved());
    }

    private void waitFor(Stall holdUp) {
        var since = Duration.between(holdUp.since(), workers.agenda().instant());
        if (since.toMillis() % WAITERS_SPEAK_EVERY.toMillis() >= STEP.toMillis()) return;
        for (LocalRank who : workers.alive()) {
            if (who.equals(holdUp.who())) continue;
            workers.say(who, LogStream.STDERR, voice.waitsFor(holdUp.who(), since));
        }
    }

    private void hang(Hang hang) {
        var rank = new Rank(hang.who().value());
        var since = workers.agenda().instant();
        stall = Optional.of(new Stall(hang.who(), since));
        workers.plan(
                SILENT_AFTER,
                () -> workers.tell(new WorkerSilent(workers.agenda().instant(), rank, since)));
        workers.plan(hang.lasts(), () -> wake(hang, rank));
    }

    private void wake(Hang hang, Rank rank) {
        stall = Optional.empty();
        workers.say(hang.who(), LogStream.STDERR, voice.wasStuck(hang.lasts()));
        workers.tell(new WorkerHeard(workers.agenda().instant(), rank));
    }

    private void crash(Crash crash) {
        crash.lastWords().forEach(line -> workers.say(crash.who(), LogStream.STDERR, line));
        workers.exit(crash.who(), crash.exit());
    }

    /** Every worker returns 0, one shortly after the other. */
    private void finish() {
        Duration delay = Duration.ZERO;
        for (LocalRank who : workers.alive()) {
            workers.say(who, LogStream.STDOUT, voice.farewell());
            delay = delay.plusMillis(20 + workers.random().nextInt(120));
            workers.plan(delay, () -> workers.exit(who, new WorkerExit.Succeeded()));
        }
    }
}
