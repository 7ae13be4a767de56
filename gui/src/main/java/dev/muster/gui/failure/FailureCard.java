package dev.muster.gui.failure;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.gui.fx.Mark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All there is to say about why an attempt failed.
 *
 * @param culprit whose failure ended it; absent where nobody could be blamed
 * @param title what happened, in one line
 * @param reason the line that says why; empty when nothing does
 * @param meaning what the signal that ended it mostly means; empty for other ends
 * @param facts where and when, in short pieces
 * @param next what somebody could do, the likeliest first
 * @param lastLines of the culprit's stderr or its error file
 * @param collateral whom it took along, those who are alike together
 */
record FailureCard(
        int attempt,
        Optional<Rank> culprit,
        String title,
        String reason,
        String meaning,
        List<String> facts,
        List<String> next,
        Optional<PythonTrace> trace,
        List<String> lastLines,
        Optional<Path> errorFile,
        Optional<LocalRank> localRank,
        List<Victim> collateral) {
    /** Ranks that ended in the same way. */
    record Victim(Mark mark, List<Rank> ranks, String words) {
        Victim {
            ranks = List.copyOf(ranks);
        }

        String sentence() {
            return "%s %s".formatted(RankWords.of(ranks), words);
        }
    }

    FailureCard {
        facts = List.copyOf(facts);
        next = List.copyOf(next);
        lastLines = List.copyOf(lastLines);
        collateral = List.copyOf(collateral);
    }

    /** All of it as text, to be sent to somebody. */
    String text() {
        var lines = new ArrayList<String>();
        lines.add(title);
        if (!reason.isEmpty()) lines.add(reason);
        lines.add(String.join(" · ", facts));
        if (!meaning.isEmpty()) lines.add(meaning);
        errorFile.ifPresent(file -> lines.add("error file: " + file));
        collateral.forEach(victim -> lines.add(victim.sentence()));
        if (!lastLines.isEmpty()) {
            lines.add("");
            lines.addAll(lastLines);
        }
        return String.join("\n", lines);
    }
}
