package dev.muster.gui.logs;

import dev.muster.agent.job.LineLevel;

import java.util.List;
import java.util.OptionalLong;

/**
 * One row, ready to be drawn.
 *
 * @param number the line's number, from 1; absent while unknown and on later pieces of a line
 * @param marks the cells of what is looked for, where it stands
 */
record LogRow(
        RowSpan span,
        Origin origin,
        OptionalLong number,
        LineLevel level,
        RowText text,
        List<Columns> marks) {
    LogRow {
        marks = List.copyOf(marks);
    }
}
