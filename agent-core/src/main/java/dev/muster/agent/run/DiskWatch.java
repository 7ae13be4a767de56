package dev.muster.agent.run;

import dev.muster.agent.diagnose.DiskSpace;
import dev.muster.agent.loop.Timers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Tells when a disk that workers print to is nearly full, when it has room again, and when it does
 * not answer. The files are the workers' own: nothing of them is ever removed or rotated to make
 * room.
 *
 * <p>On the agent's thread; the disk is asked on another one, because it may not answer.
 */
final class DiskWatch {
    /** How often the disk is asked, and so the latest that anybody is told of it. */
    static final Duration INTERVAL = Duration.ofSeconds(2);

    /** A disk that has not answered for this long is told of. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path folder;
    private final DiskSpace.Gauge gauge;
    private final Executor blockingThread;
    private final Executor agentThread;
    private final Timers timers;
    private final InstantSource clock;
    private final Consumer<String> remarks;
    private Optional<Instant> askedAt = Optional.empty();
    private boolean low;
    private boolean silent;
    private boolean over;

    /**
     * @param folder on the disk that is watched
     * @param blockingThread runs what may never end
     * @param remarks told on the agent's thread
     */
    DiskWatch(
            Path folder,
            DiskSpace.Gauge gauge,
            Executor blockingThread,
            Executor agentThread,
            Timers timers,
            InstantSource clock,
            Consumer<String> remarks) {
        this.folder = folder;
        this.gauge = gauge;
        this.blockingThread = blockingThread;
        this.agentThread = agentThread;
        this.timers = timers;
        this.clock = clock;
        this.remarks = remarks;
    }

    /** Asks every {@link #INTERVAL}; not now, when workers are about to be started. */
    void begin() {
        timers.at(clock.instant().plus(INTERVAL), this::look);
    }

    private void look() {
        if (over) return;
        askedAt.ifPresentOrElse(this::judgeSilence, this::ask);
        begin();
    }

    void close() {
        over = true;
    }

    private void ask() {
        askedAt = Optional.of(clock.instant());
        blockingThread.execute(
                () -> {
                    Optional<DiskSpace> space = measure();
                    agentThread.execute(() -> answered(space));
                });
    }

    /** Nothing where there is no such folder any more. */
    private Optional<DiskSpace> measure() {
        try {
            return Optional.of(gauge.of(folder));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private void answered(Optional<DiskSpace> answer) {
        askedAt = Optional.empty();
        if (over) return;
        if (silent) remarks.accept("the disk of %s answers again".formatted(folder));
        silent = false;
        answer.ifPresent(this::judge);
    }

    private void judge(DiskSpace space) {
        String free = DiskSpace.inWords(space.free());
        if (!low && space.isLow()) {
            low = true;
            remarks.accept(
                    "the disk of %s is nearly full: %s of %s are free; workers that print to it fail when it is full"
                            .formatted(folder, free, DiskSpace.inWords(space.total())));
        } else if (low && space.isPlenty()) {
            low = false;
            remarks.accept("the disk of %s has room again: %s are free".formatted(folder, free));
        }
    }

    private void judgeSilence(Instant since) {
        if (silent || clock.instant().isBefore(since.plus(PATIENCE))) return;
        silent = true;
        remarks.accept(
                "the disk of %s has not answered for %d s; workers that print to it wait for it"
                        .formatted(folder, PATIENCE.toSeconds()));
    }
}
