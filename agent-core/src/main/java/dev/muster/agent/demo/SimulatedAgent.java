package dev.muster.agent.demo;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The simulated machine and its runs. Nothing in it reads a clock: it stands at the instant it was
 * last advanced to, so that the same seed and the same steps give the same story. One thread.
 */
final class SimulatedAgent {
    private static final Duration EVALUATION_BEGAN = Duration.ofMinutes(47);
    private static final Duration FINE_TUNING_BEGAN = Duration.ofMinutes(12);
    private static final Duration LAUNCHED_LASTS = Duration.ofSeconds(60);

    private final Agenda agenda;
    private final SimulatedLogs logs = new SimulatedLogs();
    private final List<SimulatedRun> runs = new ArrayList<>();
    private final RandomGenerator random;

    /** An agent with two runs behind it and one that has just been accepted. */
    SimulatedAgent(long seed, Instant now) {
        random = new Random(seed);
        agenda = new Agenda(now.minus(EVALUATION_BEGAN));
        addAt(now.minus(EVALUATION_BEGAN), "eval.py", 4, 0, Plots.EVALUATION);
        addAt(now.minus(FINE_TUNING_BEGAN), "finetune.py", 4, 1, Plots.BAD_CHECKPOINT);
        addAt(now, "train.py", 8, 3, Plots.HANG_CRASH_AND_RECOVERY);
    }

    private void addAt(Instant at, String script, int workers, int maxRestarts, Plot plot) {
        agenda.advanceTo(at);
        add(Plots.script(script, workers, maxRestarts), plot);
    }

    private RunId add(JobSpec spec, Plot plot) {
        var run = new RunId("demo-%04x".formatted(random.nextInt(0x10000)));
        runs.add(new SimulatedRun(run, spec, plot, agenda, random, logs));
        agenda.advanceTo(agenda.instant()); // workers are started one by one, each in a turn
        return run;
    }

    /** Pretends to start a run of {@code spec}: nothing goes wrong in it. */
    RunId launch(JobSpec spec, Instant now) {
        agenda.advanceTo(now);
        return add(spec, Plot.calm(LAUNCHED_LASTS));
    }

    CommandOutcome on(AgentCommand command, Instant now) {
        agenda.advanceTo(now);
        return runs.stream()
                .filter(run -> run.snapshot().run().equals(command.run()))
                .findFirst()
                .map(run -> run.on(command))
                .orElseGet(() -> new CommandOutcome.Refused("there is no run " + command.run()));
    }

    /**
     * Where its workers would stand. Nobody is ended for it.
     *
     * @throws AgentException when there is no such run
     */
    List<RankStack> stacks(RunId run, Set<LocalRank> wanted, Instant now) {
        agenda.advanceTo(now);
        return SimulatedStacks.of(present(run), wanted);
    }

    /**
     * What the store of its workers would hold.
     *
     * @throws AgentException when there is no such run, or it is over
     */
    StoreReading store(RunId run, Instant now) {
        agenda.advanceTo(now);
        JobSnapshot job = present(run);
        if (job.end().isPresent()) throw new AgentException("run %s is over".formatted(run));
        return SimulatedStore.of(job, now);
    }

    private JobSnapshot present(RunId run) {
        return runs.stream()
                .map(SimulatedRun::snapshot)
                .filter(job -> job.run().equals(run))
                .findFirst()
                .orElseThrow(() -> new AgentException("there is no run " + run));
    }

    /** All that has happened in a run; nothing where there is no such run. */
    List<NumberedEvent> events(RunId run) {
        return runs.stream()
                .filter(each -> each.snapshot().run().equals(run))
                .findFirst()
                .map(SimulatedRun::events)
                .orElse(List.of());
    }

    void advanceTo(Instant now) {
        agenda.advanceTo(now);
    }

    Optional<Instant> nextAt() {
        return agenda.nextAt();
    }

    AgentSnapshot snapshot() {
        List<JobSnapshot> jobs = runs.stream().map(SimulatedRun::snapshot).toList();
        var usage = new HashMap<RunId, RunUsage>();
        for (SimulatedRun run : runs) {
            run.usage().ifPresent(used -> usage.put(run.snapshot().run(), used));
        }
        return new AgentSnapshot(SimulatedRun.HOST, jobs, usage);
    }

    SimulatedLogs logs() {
        return logs;
    }
}
