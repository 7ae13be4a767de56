package dev.muster.gui.ranks;

import dev.muster.gui.fx.Mark;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How many ranks are in one state. */
record Tally(Mark mark, int count) {
    /** All states that occur, in the vocabulary's order. */
    static List<Tally> of(List<RankCell> cells) {
        Map<Mark, Integer> counts = new EnumMap<>(Mark.class);
        cells.forEach(cell -> counts.merge(cell.mark(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(entry -> new Tally(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** {@code 1,020 running}. */
    String words() {
        return String.format(Locale.ROOT, "%,d %s", count, word());
    }

    private String word() {
        return switch (mark) {
            case EXPECTED -> "expected";
            case STARTING -> "starting";
            case RUNNING -> "running";
            case SILENT -> "silent";
            case STOPPING -> "stopping";
            case STOPPED -> "stopped";
            case FAILED -> "failed";
            case COLLATERAL -> "collateral";
            case DONE -> "done";
        };
    }
}
