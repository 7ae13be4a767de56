package dev.muster.agent.run;

import dev.muster.agent.diagnose.DiskSpace;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobSpec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What the agent does about the workers' output while they write it themselves: watches for
 * silence, watches the disks, and duplicates lines. On the agent's thread.
 */
final class WorkerOutput {
    private static final Duration LONGEST_WRITING = Duration.ofSeconds(5);

    private final RunFolder folder;
    private final Consumer<AgentEvent> events;
    private final RunContext context;
    private final SilenceWatch silence;
    private final List<DiskWatch> disks = new ArrayList<>();
    private final Optional<Duplicates> duplicates;
    private boolean ended;
    private boolean closed;

    WorkerOutput(RunContext context, JobSpec spec, RunFolder folder, Consumer<AgentEvent> events) {
        this.context = context;
        this.folder = folder;
        this.events = events;
        silence =
                new SilenceWatch(
                        context.growth(),
                        context.agentThread(),
                        context.timers(),
                        context.clock(),
                        events);
        duplicates =
                spec.streams().duplicates().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new Duplicates(
                                        spec,
                                        context.host(),
                                        context.growth(),
                                        remark ->
                                                context.agentThread().execute(() -> say(remark))));
    }

    private DiskWatch diskWatch(Path onDisk) {
        return new DiskWatch(
                onDisk,
                DiskSpace::of,
                work -> Thread.ofPlatform().name("disk").daemon(true).start(work),
                context.agentThread(),
                context.timers(),
                context.clock(),
                this::say);
    }

    void begin() {
        try {
            folder.disks().forEach(disk -> disks.add(diskWatch(disk)));
            disks.forEach(DiskWatch::begin);
        } catch (IOException e) {
            say("the disk of the run cannot be watched: " + e.getMessage());
        }
    }

    /** Before the workers of an attempt start. */
    void beginAttempt(String attempt) throws IOException {
        if (duplicates.isPresent()) duplicates.get().begin(folder.duplicatesOf(attempt));
    }

    /** An event that has been told everybody else. */
    void tell(AgentEvent event) {
        duplicates.ifPresent(files -> files.tell(event));
        switch (event) {
            case AgentEvent.WorkerStarted(_, var rank, _, _, var files) -> {
                try {
                    silence.watch(rank, files);
                } catch (IOException e) {
                    say(
                            "rank %s cannot be watched for silence: %s"
                                    .formatted(rank, e.getMessage()));
                }
            }
            case AgentEvent.WorkerExited(_, var rank, _) -> silence.forget(rank);
            case AgentEvent.StopStarted _, AgentEvent.ForceStarted _ -> silence.forgetAll();
            case AgentEvent.RunEnded _ -> ended = true;
            default -> {
                // nothing else begins or ends a worker
            }
        }
    }

    /**
     * Calls {@code onWritten} once, on the agent's thread, when the last line is where it belongs;
     * or when that takes too long, because a disk may hang for ever.
     */
    void close(Runnable onWritten) {
        silence.forgetAll();
        disks.forEach(DiskWatch::close);
        if (duplicates.isEmpty()) {
            onWritten.run();
            return;
        }
        var tooLate = context.clock().instant().plus(LONGEST_WRITING);
        context.timers().at(tooLate, () -> closeOnce(onWritten));
        duplicates.get().close(() -> context.agentThread().execute(() -> closeOnce(onWritten)));
    }

    private void closeOnce(Runnable onWritten) {
        if (closed) return;
        closed = true;
        onWritten.run();
    }

    private void say(String remark) {
        if (ended) return;
        events.accept(new AgentEvent.Noticed(context.clock().instant(), remark));
    }
}
