package dev.muster.gui.ranks;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Spans;
import dev.muster.gui.state.WorkerStanding;

import java.time.Instant;
import java.util.Optional;

/**
 * One rank as the grid shows it.
 *
 * @param process {@code pid 41200}, or empty
 * @param time {@code 3 min 12 s} while it runs, {@code after 26 s} once gone, or empty
 */
public record RankCell(
        Rank rank, LocalRank localRank, Mark mark, String word, String process, String time) {
    static RankCell of(WorkerView worker, JobSnapshot run, Optional<Rank> culprit, Instant now) {
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
                        .orElse(""));
    }

    /** What a screen reader says, and the tooltip. */
    String spoken() {
        var words = new StringBuilder("rank ").append(rank).append(", ").append(word);
        if (!process.isEmpty()) words.append(", ").append(process);
        if (!time.isEmpty()) words.append(", ").append(time);
        return words.toString();
    }
}
