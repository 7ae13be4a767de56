package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.output.ConsoleCopy;
import dev.muster.agent.output.Growth;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Copies the tee'd lines that {@code --duplicate-stdout-filters} and its sister ask for into one
 * file for all workers of an attempt, each with its prefix (spec/elastic-agent §4.5). Told on the
 * agent's thread; reads and writes on one of its own, since a disk may be slow.
 */
final class Duplicates {
    private final JobSpec spec;
    private final String host;
    private final Consumer<String> remarks;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("duplicates").daemon(true).factory());
    private final ConsoleCopy.Setting setting;

    // on our own thread
    private final Map<LogStream, OutputStream> outputs = new EnumMap<>(LogStream.class);
    private final List<ConsoleCopy> copies = new ArrayList<>();
    private boolean broken;

    /** {@code remarks} is called on our own thread, with what went wrong. */
    Duplicates(JobSpec spec, String host, Growth growth, Consumer<String> remarks) {
        this.spec = spec;
        this.host = host;
        this.remarks = remarks;
        setting = new ConsoleCopy.Setting(growth, thread, this::tellThatItBroke);
    }

    /** The next attempt's files, which are there and empty. */
    void begin(Map<LogStream, Path> files) {
        thread.execute(() -> files.forEach(this::open));
    }

    void tell(AgentEvent event) {
        switch (event) {
            case AgentEvent.WorkerStarted started -> thread.execute(() -> follow(started));
            case AgentEvent.AttemptEnded _ -> thread.execute(this::finish);
            default -> {
                // nobody starts or stops printing
            }
        }
    }

    /** Calls {@code onWritten}, on our own thread, when all there is has been written. */
    void close(Runnable onWritten) {
        thread.execute(
                () -> {
                    finish();
                    thread.shutdown(); // not before: the copies still gave it their turns
                    onWritten.run();
                });
    }

    private void open(LogStream stream, Path file) {
        try {
            outputs.put(stream, Files.newOutputStream(file, StandardOpenOption.APPEND));
        } catch (IOException e) {
            tellThatItBroke(e);
        }
    }

    private void follow(AgentEvent.WorkerStarted worker) {
        outputs.forEach(
                (stream, output) -> {
                    if (spec.streams().isTeed(worker.localRank(), stream)) {
                        follow(worker, stream, output);
                    }
                });
    }

    private void follow(AgentEvent.WorkerStarted worker, LogStream stream, OutputStream output) {
        String prefix =
                spec.streams()
                        .prefix()
                        .of(spec.role(), worker.localRank(), worker.rank(), host, worker.pid());
        List<String> texts = spec.streams().duplicates().getOrDefault(stream, List.of());
        Path file = worker.files().of(stream);
        try {
            copies.add(ConsoleCopy.linesContaining(texts, file, output, prefix, setting));
        } catch (IOException e) {
            tellThatItBroke(e);
        }
    }

    private void finish() {
        copies.forEach(ConsoleCopy::close);
        copies.clear();
        for (OutputStream output : outputs.values()) {
            try {
                output.close();
            } catch (IOException e) {
                tellThatItBroke(e);
            }
        }
        outputs.clear();
    }

    private void tellThatItBroke(IOException e) {
        if (broken) return;
        broken = true;
        remarks.accept("some lines are not duplicated any more: " + e.getMessage());
    }
}
