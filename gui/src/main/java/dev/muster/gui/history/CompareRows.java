package dev.muster.gui.history;

import dev.muster.agent.history.Comparison;
import dev.muster.agent.history.Comparison.Change;
import dev.muster.agent.history.Comparison.Difference;
import dev.muster.agent.history.Comparison.VariableDifference;
import dev.muster.gui.history.CompareRow.Heading;
import dev.muster.gui.history.CompareRow.Note;
import dev.muster.gui.history.CompareRow.Pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Decides which lines a comparison has: how both went, and only then why they may differ. */
final class CompareRows {
    private static final String NOTHING = "–";

    private CompareRows() {}

    static List<CompareRow> of(Comparison comparison) {
        var rows = new ArrayList<CompareRow>();
        rows.add(new Heading("How they went"));
        comparison.results().forEach(result -> rows.add(pair(result)));
        rows.add(new Heading("Settings that differ"));
        comparison.settings().forEach(setting -> rows.add(pair(setting)));
        if (comparison.settings().isEmpty()) {
            rows.add(new Note("Both were started with the same settings."));
        }
        if (comparison.environment().isEmpty()) return rows;
        rows.add(new Heading("Variables that differ (values are not shown)"));
        comparison.environment().forEach(variable -> rows.add(pair(variable)));
        return rows;
    }

    private static Pair pair(Difference difference) {
        return new Pair(
                capital(difference.name()),
                difference.left().orElse(NOTHING),
                difference.right().orElse(NOTHING),
                difference.differs());
    }

    private static Pair pair(VariableDifference variable) {
        return new Pair(
                variable.name(),
                variable.change() == Change.ONLY_RIGHT ? NOTHING : "set",
                switch (variable.change()) {
                    case ONLY_LEFT -> NOTHING;
                    case ONLY_RIGHT -> "set";
                    case OTHER_VALUE -> "set to something else";
                },
                true);
    }

    private static String capital(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
