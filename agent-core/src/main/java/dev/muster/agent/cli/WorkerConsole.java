package dev.muster.agent.cli;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.output.ConsoleCopy;
import dev.muster.agent.output.FileGrowth;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Shows what workers print: streams that are tee'd with the prefix of their rank, streams that are
 * only redirected not at all, all others byte for byte (spec/elastic-agent §4.4, §4.5). On the
 * console's thread.
 */
final class WorkerConsole {
    private final JobSpec spec;
    private final Terminal terminal;
    private final FileGrowth growth;
    private final Executor consoleThread;
    private final List<ConsoleCopy> copies = new ArrayList<>();

    WorkerConsole(JobSpec spec, Terminal terminal, FileGrowth growth, Executor consoleThread) {
        this.spec = spec;
        this.terminal = terminal;
        this.growth = growth;
        this.consoleThread = consoleThread;
    }

    void tell(AgentEvent event) throws IOException {
        switch (event) {
            case AgentEvent.WorkerStarted started -> show(started);
            case AgentEvent.AttemptEnded _, AgentEvent.RunEnded _ -> finish();
            default -> {
                // nobody starts or stops printing
            }
        }
    }

    private void show(AgentEvent.WorkerStarted worker) throws IOException {
        for (var stream : LogStream.values()) {
            boolean teed = spec.tee().of(worker.localRank()).has(stream);
            boolean redirected = spec.redirects().of(worker.localRank()).has(stream);
            if (redirected && !teed) continue;
            var console = stream == LogStream.STDOUT ? terminal.out() : terminal.err();
            String prefix = teed ? "[%s%s]:".formatted(spec.role(), worker.localRank()) : "";
            copies.add(
                    ConsoleCopy.start(
                            worker.files().of(stream), console, prefix, growth, consoleThread));
        }
    }

    private void finish() throws IOException {
        for (var copy : List.copyOf(copies)) {
            copies.remove(copy);
            copy.close();
        }
    }
}
