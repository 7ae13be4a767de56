package dev.muster.agent.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Columns as wide as their widest cell, two blanks between them. What a cell holds is made visible.
 */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... heads) {
        rows.add(List.of(heads));
    }

    TextTable row(String... cells) {
        rows.add(List.of(cells).stream().map(VisibleText::of).toList());
        return this;
    }

    void print(PrintStream out) {
        int columns = rows.getFirst().size();
        var widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) widths[i] = Math.max(widths[i], width(row.get(i)));
        }
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i));
                if (i < columns - 1) line.repeat(' ', widths[i] - width(row.get(i)) + 2);
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
