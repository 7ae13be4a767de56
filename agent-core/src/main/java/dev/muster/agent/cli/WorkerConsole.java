package dev.muster.agent.cli;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.output.ConsoleCopy;
import dev.muster.agent.output.Growth;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Shows what workers print: streams that are tee'd with the prefix of their rank, streams that are
 * only redirected not at all, all others byte for byte (spec/elastic-agent §4.4, §4.5). On the
 * console's thread.
 */
final class WorkerConsole {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerConsole.class);

    private final JobSpec spec;
    private final Terminal terminal;
    private final Growth growth;
    private final Executor consoleThread;
    private final List<ConsoleCopy> copies = new ArrayList<>();
    private String host = "";

    WorkerConsole(JobSpec spec, Terminal terminal, Growth growth, Executor consoleThread) {
        this.spec = spec;
        this.terminal = terminal;
        this.growth = growth;
        this.consoleThread = consoleThread;
    }

    void tell(AgentEvent event) {
        switch (event) {
            case AgentEvent.RunAccepted accepted -> host = accepted.host();
            case AgentEvent.WorkerStarted started -> show(started);
            case AgentEvent.AttemptEnded _, AgentEvent.RunEnded _ -> finish();
            default -> {
                // nobody starts or stops printing
            }
        }
    }

    private void show(AgentEvent.WorkerStarted worker) {
        for (var stream : LogStream.values()) {
            Path file = worker.files().of(stream);
            if (spec.streams().isTeed(worker.localRank(), stream)) {
                copy(file, consoleOf(stream), prefixOf(worker));
            } else if (spec.streams().isPlain(worker.localRank(), stream)) {
                copy(file, consoleOf(stream), "");
            }
        }
    }

    private String prefixOf(AgentEvent.WorkerStarted worker) {
        return spec.streams()
                .prefix()
                .of(spec.role(), worker.localRank(), worker.rank(), host, worker.pid());
    }

    private PrintStream consoleOf(LogStream stream) {
        return stream == LogStream.STDOUT ? terminal.out() : terminal.err();
    }

    private void copy(Path file, PrintStream console, String prefix) {
        try {
            copies.add(ConsoleCopy.start(file, console, prefix, growth, consoleThread));
        } catch (IOException e) {
            LOG.warn("A worker's output cannot be shown here: {}", e.getMessage());
        }
    }

    private void finish() {
        copies.forEach(ConsoleCopy::close);
        copies.clear();
    }
}
