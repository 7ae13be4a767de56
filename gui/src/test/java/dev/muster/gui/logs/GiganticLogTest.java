package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.logs.Viewport.Place;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** A sparse file of five gigabytes: a hole between its first and its last lines. */
class GiganticLogTest {
    private static final long SIZE = 5L << 30;
    private static final long MOST_READ = 32L << 20;

    private FileLog log;
    private LogDocument document;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        log = new FileLog(folder.resolve("stdout.log"));
        log.write("first\nsecond\n", 0);
        log.write("\nlast but one\nlast\n", SIZE);
        document = new LogDocument(log);
        Pages.settle(document);
    }

    @AfterEach
    void close() throws IOException {
        log.close();
    }

    @Test
    void opens_at_its_end_without_being_read_through() throws IOException {
        assertThat(Pages.lastRows(document, 2)).containsExactly("last but one", "last");
        assertThat(document.bytesRead()).isLessThan(MOST_READ);
    }

    @Test
    void shows_its_beginning_without_being_read_through() throws IOException {
        var page = Pages.page(document, new Place.From(0, 0, 0), 2);

        assertThat(Pages.onScreen(page)).containsExactly("first", "second");
        assertThat(document.bytesRead()).isLessThan(2 * MOST_READ);
    }

    @Test
    void shows_its_middle_without_being_read_through() throws IOException {
        var page = Pages.page(document, new Place.From(SIZE / 2, 0, 0), 2);

        assertThat(Pages.onScreen(page)).allMatch(row -> row.startsWith("␀␀␀"));
        assertThat(document.bytesRead()).isLessThan(10 * MOST_READ);
    }
}
