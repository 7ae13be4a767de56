package dev.muster.agent.multiprocessing;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.WorkerStreams;
import dev.muster.agent.output.ConsoleCopy;
import dev.muster.agent.output.FileGrowth;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Shows the lines of tee'd streams, each with its prefix, on a thread of its own. */
final class TeedStreams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TeedStreams.class);

    private final String name;
    private final WorkerStreams streams;
    private final OutputStream out;
    private final OutputStream err;
    private final FileGrowth growth = FileGrowth.start();
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("tee").daemon().factory());
    private final List<ConsoleCopy> copies = new ArrayList<>();

    TeedStreams(String name, WorkerStreams streams, OutputStream out, OutputStream err) {
        this.name = name;
        this.streams = streams;
        this.out = out;
        this.err = err;
    }

    /** Begins with a process that has just been started. */
    void show(AgentEvent.WorkerStarted process) {
        for (LogStream stream : LogStream.values()) {
            if (!streams.isTeed(process.localRank(), stream)) continue;
            String prefix =
                    streams.prefix()
                            .of(name, process.localRank(), process.rank(), "", process.pid());
            thread.execute(() -> copy(process, stream, prefix));
        }
    }

    private void copy(AgentEvent.WorkerStarted process, LogStream stream, String prefix) {
        var setting = new ConsoleCopy.Setting(growth, thread, TeedStreams::tellThatItBroke);
        try {
            copies.add(
                    ConsoleCopy.lines(
                            process.files().of(stream),
                            stream == LogStream.STDOUT ? out : err,
                            prefix,
                            setting));
        } catch (IOException e) {
            tellThatItBroke(e);
        }
    }

    private static void tellThatItBroke(IOException e) {
        LOG.warn("A process's output is not shown here ({}); its file goes on.", e.getMessage());
    }

    /** Shows what is left, and waits for that. */
    @Override
    public void close() {
        CompletableFuture.runAsync(() -> copies.forEach(ConsoleCopy::close), thread).join();
        thread.shutdown();
        growth.close();
    }
}
