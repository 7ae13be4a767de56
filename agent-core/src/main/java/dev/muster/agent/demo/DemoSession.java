package dev.muster.agent.demo;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.RunHearer;
import dev.muster.agent.session.Subscription;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A session whose agent is simulated. Everything it tells happens on one thread of its own, which
 * wakes when the story goes on and sleeps in between.
 */
public final class DemoSession implements AgentSession {
    private final InstantSource clock;
    private final ScheduledExecutorService thread;
    private final SimulatedAgent agent;
    private final List<Consumer<AgentSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<Hearing> hearings = new CopyOnWriteArrayList<>();
    private AgentSnapshot told;
    private Future<?> wake = CompletableFuture.completedFuture(null);

    private DemoSession(long seed, InstantSource clock) {
        this.clock = clock;
        agent = new SimulatedAgent(seed, clock.instant());
        told = agent.snapshot();
        thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("demo").factory());
    }

    /** Begins the demo; the same seed tells the same story. */
    public static DemoSession open(long seed, InstantSource clock) {
        var session = new DemoSession(seed, clock);
        session.thread.execute(session::goOn);
        return session;
    }

    @Override
    public String title() {
        return "Simulated";
    }

    @Override
    public boolean simulated() {
        return true;
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        thread.execute(
                () -> {
                    listeners.add(listener);
                    listener.accept(agent.snapshot());
                });
        return () -> listeners.remove(listener);
    }

    @Override
    public Subscription hear(RunId run, RunHearer hearer) {
        var hearing = new Hearing(run, hearer);
        thread.execute(
                () -> {
                    if (agent.events(run).isEmpty()) {
                        hearer.absent();
                        return;
                    }
                    hearings.add(hearing);
                    hearing.goOn();
                });
        return () -> hearings.remove(hearing);
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return onThread(() -> agent.launch(spec, clock.instant()));
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return onThread(() -> agent.on(command, clock.instant()));
    }

    @Override
    public CompletionStage<List<RankStack>> stacks(
            RunId run, Set<LocalRank> localRanks, boolean mayEnd) {
        return onThread(() -> agent.stacks(run, localRanks, clock.instant()));
    }

    @Override
    public CompletionStage<StoreReading> store(RunId run) {
        return onThread(() -> agent.store(run, clock.instant()));
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        return agent.logs()
                .find(run, attempt, localRank, stream)
                .orElseThrow(
                        () ->
                                new IOException(
                                        "rank %s was not started in this attempt of %s"
                                                .formatted(localRank, run)));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private <T> CompletionStage<T> onThread(Supplier<T> act) {
        return CompletableFuture.supplyAsync(act, thread)
                .whenComplete((_, _) -> thread.execute(this::goOn));
    }

    /** Plays what is due, tells everybody what changed, and wakes again when more is due. */
    private void goOn() {
        agent.advanceTo(clock.instant());
        var now = agent.snapshot();
        if (!now.equals(told)) listeners.forEach(listener -> listener.accept(now));
        told = now;
        hearings.forEach(Hearing::goOn);
        wake.cancel(false);
        agent.nextAt().ifPresent(this::wakeAt);
    }

    private void wakeAt(Instant when) {
        long millis = Math.max(1, Duration.between(clock.instant(), when).toMillis());
        wake = thread.schedule(this::goOn, millis, TimeUnit.MILLISECONDS);
    }

    /** Somebody who hears a run, and how far. On the thread. */
    private final class Hearing {
        private final RunId run;
        private final RunHearer hearer;
        private Optional<JobSnapshot> present = Optional.empty();

        Hearing(RunId run, RunHearer hearer) {
            this.run = run;
            this.hearer = hearer;
        }

        void goOn() {
            List<NumberedEvent> all = agent.events(run);
            int heard = Math.toIntExact(present.map(JobSnapshot::seq).orElse(0L));
            for (NumberedEvent event : List.copyOf(all.subList(heard, all.size()))) {
                JobSnapshot now =
                        present.map(before -> before.after(event))
                                .orElseGet(() -> JobSnapshot.first(event));
                present = Optional.of(now);
                hearer.happened(event, now);
            }
        }
    }
}
