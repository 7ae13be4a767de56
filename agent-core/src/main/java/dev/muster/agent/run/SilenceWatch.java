package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.loop.Timers;
import dev.muster.agent.output.Growth;

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

    private final Growth growth;
    private final Executor agentThread;
    private final Timers timers;
    private final InstantSource clock;
    private final Consumer<AgentEvent> events;
    private final Map<Rank, Watched> watched = new HashMap<>();

    SilenceWatch(
            Growth growth,
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
        worker.listen();
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
        private final List<Growth.Listening> listening = new ArrayList<>();
        private volatile Instant lastOutput;
        private volatile boolean silent;
        private long bytesSeen;

        Watched(Rank rank, WorkerFiles files, Instant since) {
            this.rank = rank;
            this.files = files;
            lastOutput = since;
        }

        void listen() throws IOException {
            try {
                for (var stream : LogStream.values()) {
                    listening.add(growth.listen(files.of(stream), this::mayHavePrinted));
                }
            } catch (IOException e) {
                close();
                throw e;
            }
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
            if (watched.get(rank) != this) return;
            silent = true; // before the last output is read: who prints from now on will say so
            Instant heardAt = lastOutput;
            Instant due = heardAt.plus(LIMIT);
            if (clock.instant().isBefore(due)) {
                silent = false;
                timers.at(due, this::look);
                return;
            }
            events.accept(new AgentEvent.WorkerSilent(clock.instant(), rank, heardAt));
        }

        void close() {
            listening.forEach(Growth.Listening::close);
        }
    }
}
