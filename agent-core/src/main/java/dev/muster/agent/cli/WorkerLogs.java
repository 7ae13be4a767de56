package dev.muster.agent.cli;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.output.ByteLog;
import dev.muster.agent.output.ConsoleCopy;
import dev.muster.agent.output.Growth;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.LogSource;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Shows what the workers of a run have printed to one stream, wherever their agent is. One worker
 * alone byte for byte, several line by line with the prefix of tee'd lines. On the console's
 * thread, which waits for as long as nobody reads.
 */
final class WorkerLogs {
    /**
     * Which workers.
     *
     * @param firstAttempt and those after it
     * @param lastAttempt absent where none is the last
     * @param rank absent for all
     */
    record Wanted(int firstAttempt, OptionalInt lastAttempt, OptionalInt rank) {
        boolean covers(int attempt, int itsRank) {
            return attempt >= firstAttempt
                    && attempt <= lastAttempt.orElse(attempt)
                    && itsRank == rank.orElse(itsRank);
        }
    }

    private final AgentSession session;
    private final RunId run;
    private final LogStream stream;
    private final Wanted wanted;
    private final PrintStream console;
    private final boolean obeys;
    private final Executor consoleThread;
    private final Consumer<IOException> onBroken;
    private final Consumer<String> remarks;
    private final List<ConsoleCopy> copies = new ArrayList<>();
    private boolean shown;

    /**
     * @param obeys whether what is behind {@code console} obeys escape sequences
     * @param remarks hears what becomes of a log while it is shown, as a sentence
     */
    WorkerLogs(
            AgentSession session,
            RunId run,
            LogStream stream,
            Wanted wanted,
            PrintStream console,
            boolean obeys,
            Executor consoleThread,
            Consumer<IOException> onBroken,
            Consumer<String> remarks) {
        this.session = session;
        this.run = run;
        this.stream = stream;
        this.wanted = wanted;
        this.console = console;
        this.obeys = obeys;
        this.consoleThread = consoleThread;
        this.onBroken = onBroken;
        this.remarks = remarks;
    }

    /** {@code now} is the run as of that event. */
    void tell(AgentEvent event, JobSnapshot now) {
        switch (event) {
            case AgentEvent.WorkerStarted started
                    when wanted.covers(now.attemptNumber(), started.rank().value()) ->
                    show(started, now);
            case AgentEvent.AttemptEnded _, AgentEvent.RunEnded _ -> finish();
            default -> {
                // nobody starts or stops printing
            }
        }
    }

    /** Whether there has been anybody to show. */
    boolean hasShown() {
        return shown;
    }

    /** Shows all that there is by now, and nothing more. */
    void finish() {
        copies.forEach(ConsoleCopy::close);
        copies.clear();
    }

    private void show(AgentEvent.WorkerStarted worker, JobSnapshot now) {
        shown = true;
        try {
            var log =
                    new Log(
                            session.openLog(run, now.attemptNumber(), worker.localRank(), stream),
                            () -> remarks.accept(cut(worker)));
            boolean alone = wanted.rank().isPresent() || now.workers().size() == 1;
            copies.add(
                    alone
                            ? ConsoleCopy.plain(log, way(true), consoleThread, onBroken)
                            : ConsoleCopy.lines(
                                    log, way(false), prefix(worker, now), consoleThread, onBroken));
        } catch (IOException e) {
            onBroken.accept(e);
        }
    }

    private String cut(AgentEvent.WorkerStarted worker) {
        return "somebody has cut the %s of rank %s; what is in it now follows"
                .formatted(stream.word(), worker.rank());
    }

    private static String prefix(AgentEvent.WorkerStarted worker, JobSnapshot now) {
        var spec = now.spec();
        return spec.streams()
                .prefix()
                .of(spec.role(), worker.localRank(), worker.rank(), now.host(), worker.pid());
    }

    private OutputStream way(boolean ownsLine) {
        return obeys ? new TerminalStream(console, ownsLine) : console;
    }

    /** A session's log, to be copied. On the console's thread. */
    private static final class Log implements ByteLog {
        private final LogSource source;
        private final Runnable onCut;
        private long end;

        /**
         * @param onCut told when there are fewer bytes than have been read
         */
        Log(LogSource source, Runnable onCut) {
            this.source = source;
            this.onCut = onCut;
        }

        @Override
        public long size() throws IOException {
            long size = source.size();
            if (size < end) {
                end = size;
                onCut.run();
            }
            return size;
        }

        @Override
        public int read(long position, ByteBuffer into) throws IOException {
            int count = source.read(position, into);
            end = Math.max(end, position + count);
            return count;
        }

        @Override
        public Growth.Listening listen(Runnable listener) {
            return source.onGrowth(listener)::close;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
