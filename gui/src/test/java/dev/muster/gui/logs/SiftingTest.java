package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.logs.Hunt.Chase;
import dev.muster.gui.logs.Hunt.Quarry;
import dev.muster.gui.logs.Query.Showing;
import dev.muster.gui.logs.Viewport.Place;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;

class SiftingTest {
    private final FakeLog log = new FakeLog();

    @Test
    void only_lines_with_it_are_left() throws IOException {
        var document = sifted(query("step", Showing.MATCHING, false), "step 1\nnoise\nstep 2\n");

        assertThat(Pages.lastRows(document, 10)).containsExactly("step 1", "step 2");
        assertThat(document.state(Optional.empty()).sifted())
                .contains(new Sifting.Progress(2, 2, 1));
    }

    @Test
    void only_lines_without_it_are_left() throws IOException {
        var document = sifted(query("step", Showing.OTHERS, false), "step 1\nnoise\nstep 2\n");

        assertThat(Pages.lastRows(document, 10)).containsExactly("noise");
    }

    @Test
    void what_is_looked_for_is_marked_where_it_stands() throws IOException {
        var document =
                sifted(query("loss", Showing.ALL, false), "\u001b[31mloss\u001b[0m 日本 loss\n");

        var rows = Pages.page(document, Pages.TAIL, 5).rows();

        assertThat(rows.getFirst().marks()).containsExactly(new Columns(0, 4), new Columns(10, 4));
    }

    @Test
    void lines_below_a_warning_are_left_out_and_a_traceback_stays_whole() throws IOException {
        var document =
                sifted(
                        new Query(Optional.empty(), Showing.ALL, true),
                        """
                        fine
                        WARNING: slow
                        fine
                        Traceback (most recent call last):
                          File "a.py", line 1, in f
                            g()
                        ValueError: bad
                        fine
                        """);

        assertThat(Pages.lastRows(document, 10))
                .containsExactly(
                        "WARNING: slow",
                        "Traceback (most recent call last):",
                        "  File \"a.py\", line 1, in f",
                        "    g()",
                        "ValueError: bad");
    }

    @Test
    void a_traceback_across_a_block_stays_whole() throws IOException {
        String before = "x".repeat(Blocks.SIZE - 100 - 40) + "\n";
        String traceback =
                """
                Traceback (most recent call last):
                  File "a.py", line 1, in f
                    some_function(of, several, parameters)
                    more = of(it)
                    and_more = of(it)
                ValueError: bad
                """;
        var document =
                sifted(
                        new Query(Optional.empty(), Showing.ALL, true),
                        before + traceback + "fine\n");

        assertThat(Pages.lastRows(document, 10)).hasSize(6);
    }

    @Test
    void numbers_are_those_of_the_whole_log() throws IOException {
        var document = sifted(query("step", Showing.MATCHING, false), "a\nstep 1\nb\nc\nstep 2\n");

        var rows = Pages.page(document, Pages.TAIL, 5).rows();

        assertThat(rows)
                .extracting(LogRow::number)
                .containsExactly(OptionalLong.of(2), OptionalLong.of(5));
    }

    @Test
    void a_line_that_is_still_being_written_comes_and_goes_with_what_it_says() throws IOException {
        var document = sifted(query("50%", Showing.MATCHING, false), "start\n\r 50%");
        assertThat(Pages.lastRows(document, 5)).containsExactly(" 50%");

        log.append("\r100%");
        Pages.settle(document);

        assertThat(Pages.lastRows(document, 5)).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void what_is_left_is_what_reading_every_line_would_leave(long seed) throws IOException {
        var random = new Random(seed);
        var lines = new ArrayList<String>();
        var document = Pages.opened(log);
        document.ask(query("hit", Showing.MATCHING, false));

        for (int i = 0; i < 300; i++) {
            String line = someLine(random);
            lines.add(line);
            log.append(line + "\n");
            if (random.nextInt(40) == 0) Pages.settle(document);
        }
        Pages.settle(document);

        List<String> left = lines.stream().filter(line -> line.contains("hit")).toList();
        assertThat(everything(document)).isEqualTo(left);
        assertThat(hunted(document, true)).isEqualTo(left.size());
        assertThat(hunted(document, false)).isEqualTo(left.size());
    }

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @Test
    void the_first_error_is_found_behind_any_number_of_lines() throws IOException {
        var text = "fine\n".repeat(50_000);
        var document = sifted(Query.NONE, text + "ERROR first\nfine\nERROR second\n");

        var place = hunt(document, new Chase(Quarry.ERROR, 0, true, false));

        assertThat(place).hasValue(text.length());
    }

    private static String someLine(Random random) {
        String word = random.nextInt(10) == 0 ? "hit" : "noise";
        int length =
                switch (random.nextInt(30)) {
                    case 0 -> 2 * Blocks.SIZE + random.nextInt(1000);
                    case 1 -> 5000;
                    default -> random.nextInt(100);
                };
        return "-".repeat(length) + word + (random.nextInt(5) == 0 ? " ä" : "");
    }

    private static List<String> everything(LogDocument document) throws IOException {
        var all = new ArrayList<String>();
        long wanted = 0;
        while (true) {
            var viewport =
                    new Viewport(0, new Place.From(0, 0, wanted), 7, new Columns(0, 200_000));
            var page = document.page(viewport);
            for (long row = wanted; row < page.topRow() + page.shown(); row++) {
                all.add(page.row(row).text().plain());
            }
            if (page.atEnd()) return all;
            wanted = page.topRow() + page.shown();
        }
    }

    private int hunted(LogDocument document, boolean down) throws IOException {
        int found = 0;
        var place = hunt(document, new Chase(Quarry.HIT, down ? 0 : log.size() - 1, down, false));
        while (place.isPresent()) {
            found++;
            place = hunt(document, new Chase(Quarry.HIT, place.getAsLong(), down, true));
        }
        return found;
    }

    private static OptionalLong hunt(LogDocument document, Chase chase) throws IOException {
        var hunt = document.hunt(chase);
        var place = OptionalLong.empty();
        while (place.isEmpty() && !document.isOver(hunt)) place = document.huntMore(hunt);
        return place;
    }

    private static Query query(String words, Showing showing, boolean warnings) {
        return new Query(Optional.of(LinePattern.literal(words)), showing, warnings);
    }

    private LogDocument sifted(Query query, String text) throws IOException {
        log.append(text);
        var document = Pages.opened(log);
        document.ask(query);
        Pages.settle(document);
        return document;
    }
}
