package dev.muster.agent.report;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.history.OpenedRun;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.output.FileLog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** What each worker of the last attempt printed last. */
final class TailsPart {
    private static final int MOST_RANKS = 64;
    private static final int MOST_LINES = 40;
    private static final int BYTES = 64 * 1024;

    private TailsPart() {}

    static void write(Html html, OpenedRun run, JobSnapshot last) {
        Optional<AttemptView> attempt = last.attempt();
        if (attempt.isEmpty() || last.workers().isEmpty()) return;
        html.open("section").element("h2", "Last lines");
        int told = 0;
        for (WorkerView worker : last.workers()) {
            if (told == MOST_RANKS || html.isFull()) break;
            write(html, run, attempt.get(), worker);
            told++;
        }
        int left = last.workers().size() - told;
        if (left > 0) html.element("p", "and %d more ranks".formatted(left), "class", "note");
        html.close("section");
    }

    private static void write(Html html, OpenedRun run, AttemptView attempt, WorkerView worker) {
        boolean culprit = attempt.culprit().filter(worker.rank()::equals).isPresent();
        html.raw(culprit ? "<details open>" : "<details>").open("summary");
        html.element("span", "rank " + worker.rank(), "class", "rank");
        html.text(" " + inWords(worker.condition())).close("summary");
        for (LogStream stream : LogStream.values()) {
            html.element("h4", stream.word());
            try (FileLog log = run.openLog(attempt.attempt(), worker.localRank(), stream)) {
                lines(html, log);
            } catch (IOException e) {
                html.element("p", "cannot be read: " + e.getMessage(), "class", "note");
            }
        }
        html.close("details");
    }

    private static void lines(Html html, FileLog log) throws IOException {
        long size = log.size();
        if (size == 0) {
            html.element("p", "nothing", "class", "note");
            return;
        }
        long start = Math.max(0, size - BYTES);
        List<String> all = read(log, start).lines().toList();
        // what begins within a line is not shown, unless there is nothing else
        List<String> whole = start > 0 && all.size() > 1 ? all.subList(1, all.size()) : all;
        List<String> last = whole.subList(Math.max(0, whole.size() - MOST_LINES), whole.size());
        if (start > 0 || last.size() < whole.size()) {
            html.element("p", "the last %d lines".formatted(last.size()), "class", "note");
        }
        html.open("pre");
        last.forEach(line -> html.text(line).raw("\n"));
        html.close("pre");
    }

    private static String read(FileLog log, long start) throws IOException {
        var bytes = ByteBuffer.allocate(BYTES);
        while (bytes.hasRemaining() && log.read(start + bytes.position(), bytes) > 0) {}
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static String inWords(WorkerCondition condition) {
        return switch (condition) {
            case WorkerCondition.Expected _ -> "was not started";
            case WorkerCondition.Running _ -> "was running";
            case WorkerCondition.Silent _ -> "was running and printed nothing";
            case WorkerCondition.Stopping _ -> "was asked to end";
            case WorkerCondition.Ended ended -> ended.exit().inWords();
        };
    }
}
