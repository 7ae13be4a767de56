package dev.muster.gui.ranks;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.WorkerStanding;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * One rank as the grid shows it.
 *
 * @param process {@code pid 41200}, or empty
 * @param time {@code 3 min 12 s} while it runs, {@code after 26 s} once gone, or empty
 * @param usage {@code 98 % · 1.2 GB} of one core and of memory while it runs, or empty
 * @param why why it failed, or empty
 */
public record RankCell(
        Rank rank,
        LocalRank localRank,
        Mark mark,
        String word,
        String process,
        String time,
        String usage,
        String why) {
    static RankCell of(
            WorkerView worker,
            JobSnapshot run,
            Optional<Rank> culprit,
            Optional<RunUsage> measured,
            Instant now) {
        var stands = WorkerStanding.of(worker, run, culprit, now);
        boolean gone = stands.pid().isEmpty();
        return new RankCell(
                worker.rank(),
                worker.localRank(),
                stands.standing().mark(),
                stands.standing().words(),
                stands.pid().map(pid -> "pid " + pid).orElse(""),
                stands.span()
                        .map(Spans::words)
                        .map(span -> gone ? "after " + span : span)
                        .orElse(""),
                gone ? "" : usage(worker.rank(), measured),
                gone ? why(worker.rank(), run) : "");
    }

    private static String usage(Rank rank, Optional<RunUsage> measured) {
        return measured.flatMap(usage -> Optional.ofNullable(usage.byRank().get(rank)))
                .map(RankCell::usage)
                .orElse("");
    }

    private static String usage(WorkerUsage worker) {
        double gigabytes = worker.residentBytes() / 1e9;
        return String.format(
                Locale.ROOT,
                gigabytes < 10 ? "%.0f %% · %.1f GB" : "%.0f %% · %.0f GB",
                worker.cores() * 100,
                gigabytes);
    }

    private static String why(Rank rank, JobSnapshot run) {
        return run.attempt().stream()
                .flatMap(attempt -> attempt.failures().stream())
                .filter(failure -> failure.rank().equals(rank))
                .flatMap(failure -> failure.cause().inWords().stream())
                .findFirst()
                .orElse("");
    }

    /** What a screen reader says, and the tooltip. */
    String spoken() {
        var words = new StringBuilder("rank ").append(rank).append(", ").append(word);
        if (!process.isEmpty()) words.append(", ").append(process);
        if (!time.isEmpty()) words.append(", ").append(time);
        if (!usage.isEmpty()) words.append(", ").append(usage);
        if (!why.isEmpty()) words.append(": ").append(why);
        return words.toString();
    }
}
