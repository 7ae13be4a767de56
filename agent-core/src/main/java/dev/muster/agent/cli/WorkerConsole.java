package dev.muster.agent.cli;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.output.ConsoleCopy;
import dev.muster.agent.output.Growth;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Shows what workers print to one of their streams: tee'd ones with the prefix of their rank, those
 * that are only redirected or not asked for not at all, all others byte for byte
 * (spec/elastic-agent §4.4, §4.5). On its own thread, which waits for as long as nobody reads.
 */
final class WorkerConsole {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerConsole.class);

    private final LogStream stream;
    private final JobSpec spec;
    private final PrintStream console;
    private final boolean obeys;
    private final ConsoleCopy.Setting setting;
    private final List<ConsoleCopy> copies = new ArrayList<>();
    private String host = "";
    private boolean broken;

    WorkerConsole(
            LogStream stream,
            JobSpec spec,
            Terminal terminal,
            Growth growth,
            Executor consoleThread) {
        this.stream = stream;
        this.spec = spec;
        boolean out = stream == LogStream.STDOUT;
        console = out ? terminal.out() : terminal.err();
        obeys = out ? terminal.outObeys() : terminal.errObeys();
        setting = new ConsoleCopy.Setting(growth, consoleThread, this::tellThatItBroke);
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
        if (broken) return;
        Path file = worker.files().of(stream);
        try {
            if (spec.streams().isTeed(worker.localRank(), stream)) {
                copies.add(ConsoleCopy.lines(file, way(false), prefixOf(worker), setting));
            } else if (spec.streams().isPlain(worker.localRank(), stream)) {
                copies.add(ConsoleCopy.plain(file, way(true), setting));
            }
        } catch (IOException e) {
            LOG.warn("A worker's output cannot be shown here: {}", e.getMessage());
        }
    }

    private OutputStream way(boolean ownsLine) {
        return obeys ? new TerminalStream(console, ownsLine) : console;
    }

    private String prefixOf(AgentEvent.WorkerStarted worker) {
        return spec.streams()
                .prefix()
                .of(spec.role(), worker.localRank(), worker.rank(), host, worker.pid());
    }

    private void finish() {
        copies.forEach(ConsoleCopy::close);
        copies.clear();
    }

    private void tellThatItBroke(IOException e) {
        if (broken) return;
        broken = true;
        LOG.warn(
                "The workers' {} is no longer shown here ({}); their files go on.",
                stream.word(),
                e.getMessage());
    }
}
