package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.loop.Timers;
import dev.muster.agent.output.FileGrowth;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Tells when a worker has printed nothing for a while, and when it prints again. On the agent's
 * thread, but for {@link Watched#mayHavePrinted}, which file notifications call.
 */
final class SilenceWatch {
    /** A worker is called silent after this long; it may well be computing. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    private final FileGrowth growth;
    private final Executor agentThread;
    private final Timers timers;
    private final InstantSource clock;
    private final Consumer<AgentEvent> events;
    private final Map<Rank, Watched> watched = new HashMap<>();

    SilenceWatch(
            FileGrowth growth,
            Executor agentThread,
            Timers timers,
            InstantSource clock,
            Consumer<AgentEvent> events) {
        this.growth = growth;
        this.agentThread = agentThread;
        this.timers = timers;
        this.clock = clock;
        this.events = events;
    }

    /** Begins to listen to a worker that has just been started. */
    void watch(Rank rank, WorkerFiles files) throws IOException {
        var worker = new Watched(rank, files, clock.instant());
        for (var stream : LogStream.values()) {
            worker.listening.add(growth.listen(files.of(stream), worker::mayHavePrinted));
        }
        forget(rank);
        watched.put(rank, worker);
        timers.at(worker.lastOutput.plus(LIMIT), worker::look);
    }

    /** The worker is gone, or has been asked to go: its silence means nothing any more. */
    void forget(Rank rank) {
        Watched worker = watched.remove(rank);
        if (worker != null) worker.close();
    }

    void forgetAll() {
        List.copyOf(watched.keySet()).forEach(this::forget);
    }

    private final class Watched {
        private final Rank rank;
        private final WorkerFiles files;
        private final List<FileGrowth.Listening> listening = new ArrayList<>();
        private volatile Instant lastOutput;
        private volatile boolean silent;
        private long bytesSeen;

        Watched(Rank rank, WorkerFiles files, Instant since) {
            this.rank = rank;
            this.files = files;
            lastOutput = since;
        }

        void mayHavePrinted() {
            long bytes = bytesPrinted();
            if (bytes == bytesSeen) return;
            bytesSeen = bytes;
            lastOutput = clock.instant();
            if (silent) agentThread.execute(this::speakAgain);
        }

        /** 0 for a file that somebody has taken away: then there is nothing to be heard either. */
        private long bytesPrinted() {
            return files.stdout().toFile().length() + files.stderr().toFile().length();
        }

        private void speakAgain() {
            if (!silent || watched.get(rank) != this) return;
            silent = false;
            events.accept(new AgentEvent.WorkerHeard(clock.instant(), rank));
            timers.at(lastOutput.plus(LIMIT), this::look);
        }

        private void look() {
            if (silent || watched.get(rank) != this) return;
            Instant due = lastOutput.plus(LIMIT);
            if (clock.instant().isBefore(due)) {
                timers.at(due, this::look);
                return;
            }
            silent = true;
            events.accept(new AgentEvent.WorkerSilent(clock.instant(), rank, lastOutput));
        }

        void close() {
            listening.forEach(FileGrowth.Listening::close);
        }
    }
}
