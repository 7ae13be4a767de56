package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;
import dev.muster.agent.loop.Timers;
import dev.muster.agent.usage.GpuTool;
import dev.muster.agent.usage.UsageMeter;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Has the workers of a run measured every two seconds while any runs, and less often where that
 * takes so long that it would cost more than a fortieth of a core. On the agent's thread; measuring
 * and asking for GPUs have threads of their own, and the next begins when the one before is done.
 */
final class UsageWatch {
    private static final Logger LOG = LoggerFactory.getLogger(UsageWatch.class);
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final int MOST_OF_A_CORE = 40;

    /** The vendors' programs take up to a second of a core to answer. */
    private static final Duration GPU_PERIOD = Duration.ofSeconds(20);

    private final Executor agentThread;
    private final Timers timers;
    private final InstantSource clock;
    private final Consumer<RunUsage> listener;
    private final UsageMeter meter = new UsageMeter();
    private final Map<Rank, Long> workers = new HashMap<>();
    private Optional<GpuTool> gpuTool;
    private Map<Long, GpuUsage> gpus = Map.of();
    private Optional<RunUsage> latest = Optional.empty();
    private boolean measuring;
    private boolean askingForGpus;

    UsageWatch(
            Optional<GpuTool> gpuTool,
            Executor agentThread,
            Timers timers,
            InstantSource clock,
            Consumer<RunUsage> listener) {
        this.gpuTool = gpuTool;
        this.agentThread = agentThread;
        this.timers = timers;
        this.clock = clock;
        this.listener = listener;
    }

    /** Learns who runs. */
    void hear(AgentEvent event) {
        switch (event) {
            case AgentEvent.WorkerStarted(_, var rank, _, var pid, _) -> {
                workers.put(rank, pid);
                begin();
            }
            case AgentEvent.WorkerExited(_, var rank, _) -> workers.remove(rank);
            case AgentEvent.AttemptEnded _ -> workers.clear();
            default -> {
                // nobody comes or goes
            }
        }
    }

    private void begin() {
        if (!measuring) {
            measuring = true;
            timers.at(clock.instant().plus(PERIOD), this::measure);
        }
        if (!askingForGpus && gpuTool.isPresent()) {
            askingForGpus = true;
            timers.at(clock.instant().plus(PERIOD), this::askForGpus);
        }
    }

    private void measure() {
        measuring = !workers.isEmpty();
        if (!measuring) return;
        Map<Rank, Long> present = Map.copyOf(workers);
        Map<Long, GpuUsage> known = gpus;
        Thread.ofPlatform()
                .name("usage")
                .daemon(true)
                .start(
                        () -> {
                            long start = System.nanoTime();
                            Optional<Map<Rank, WorkerUsage>> usage = measured(present, known);
                            Duration took = Duration.ofNanos(System.nanoTime() - start);
                            agentThread.execute(() -> took(usage, took));
                        });
    }

    private Optional<Map<Rank, WorkerUsage>> measured(
            Map<Rank, Long> present, Map<Long, GpuUsage> known) {
        try {
            return Optional.of(meter.measure(present, known));
        } catch (IOException | RuntimeException e) {
            LOG.debug("What the workers use could not be measured.", e);
            return Optional.empty();
        }
    }

    private void took(Optional<Map<Rank, WorkerUsage>> usage, Duration took) {
        var now = clock.instant();
        usage.ifPresent(
                byRank -> {
                    var next =
                            latest.map(before -> before.next(now, byRank))
                                    .orElseGet(() -> RunUsage.first(now, byRank));
                    latest = Optional.of(next);
                    listener.accept(next);
                });
        Duration pause = took.multipliedBy(MOST_OF_A_CORE);
        timers.at(now.plus(pause.compareTo(PERIOD) > 0 ? pause : PERIOD), this::measure);
    }

    private void askForGpus() {
        askingForGpus = !workers.isEmpty() && gpuTool.isPresent();
        if (!askingForGpus) return;
        GpuTool tool = gpuTool.orElseThrow();
        Thread.ofPlatform()
                .name("gpu usage")
                .daemon(true)
                .start(
                        () -> {
                            Optional<Map<Long, GpuUsage>> answer = answered(tool);
                            agentThread.execute(() -> learn(answer));
                        });
    }

    private static Optional<Map<Long, GpuUsage>> answered(GpuTool tool) {
        try {
            return Optional.of(tool.ask());
        } catch (IOException | RuntimeException e) {
            LOG.debug("Nothing is told of GPUs from now on.", e);
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** A program that fails once is not asked again. */
    private void learn(Optional<Map<Long, GpuUsage>> answer) {
        gpus = answer.orElse(Map.of());
        if (answer.isEmpty()) gpuTool = Optional.empty();
        timers.at(clock.instant().plus(GPU_PERIOD), this::askForGpus);
    }
}
