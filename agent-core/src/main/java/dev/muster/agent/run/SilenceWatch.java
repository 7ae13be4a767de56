package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.loop.Timers;
import dev.muster.agent.output.FileLog;
import dev.muster.agent.output.Growth;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOG = LoggerFactory.getLogger(SilenceWatch.class);

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
        var worker = new Watched(rank, clock.instant());
        worker.listen(files);
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
        private final List<FileLog> logs = new ArrayList<>();
        private final List<Growth.Listening> listening = new ArrayList<>();
        private volatile Instant lastOutput;
        private volatile boolean silent;
        private long bytesSeen;

        Watched(Rank rank, Instant since) {
            this.rank = rank;
            lastOutput = since;
        }

        void listen(WorkerFiles files) throws IOException {
            try {
                for (var stream : LogStream.values()) {
                    logs.add(FileLog.open(files.of(stream)));
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

        /** Of the files that were opened, whatever their names are by now. */
        private long bytesPrinted() {
            try {
                long bytes = 0;
                for (FileLog log : logs) bytes += log.size();
                return bytes;
            } catch (IOException _) {
                return bytesSeen; // closed meanwhile
            }
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
            for (FileLog log : logs) {
                try {
                    log.close();
                } catch (IOException e) {
                    LOG.warn("A log of rank {} could not be closed: {}", rank, e.getMessage());
                }
            }
        }
    }
}
