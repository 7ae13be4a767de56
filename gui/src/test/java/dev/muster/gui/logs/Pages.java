package dev.muster.gui.logs;

import dev.muster.gui.logs.Viewport.Place;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads documents the way a screen does, for tests that care about words and not about pixels. */
final class Pages {
    static final Place TAIL = new Place.Tail();

    private Pages() {}

    /** A document that has looked at its log and counted all it is going to count. */
    static LogDocument opened(FakeLog log) throws IOException {
        var document = new LogDocument(log);
        settle(document);
        return document;
    }

    static void settle(LogDocument document) throws IOException {
        document.sync();
        while (document.hasWork()) {
            document.countMore();
            document.siftMore();
        }
    }

    static LogPage page(LogDocument document, Place place, int rows) throws IOException {
        return document.page(new Viewport(0, place, rows, new Columns(0, 200)));
    }

    /** What stands on the screen, a string a row. */
    static List<String> onScreen(LogPage page) {
        int first = (int) (page.topRow() - page.firstRow());
        return page.rows().subList(first, first + page.shown()).stream()
                .map(row -> row.text().plain())
                .toList();
    }

    static List<String> lastRows(LogDocument document, int rows) throws IOException {
        return onScreen(page(document, TAIL, rows));
    }

    /** Every row of the log with its number, read screen by screen from the start. */
    static List<String> everything(LogDocument document) throws IOException {
        var all = new ArrayList<String>();
        long wanted = 0;
        while (true) {
            var page = page(document, new Place.From(0, 0, wanted), 7);
            for (long row = wanted; row < page.topRow() + page.shown(); row++) {
                all.add(described(page.row(row)));
            }
            if (page.atEnd()) return all;
            wanted = page.topRow() + page.shown();
        }
    }

    private static String described(LogRow row) {
        String number = row.number().isPresent() ? Long.toString(row.number().getAsLong()) : "-";
        String fold = row.span().folded() ? "␍" : " ";
        return number + fold + row.text().plain();
    }
}
