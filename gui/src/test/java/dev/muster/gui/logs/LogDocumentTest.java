package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.logs.Viewport.Place;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

class LogDocumentTest {
    private static final byte[] TRICKY =
            "one\n\ttwo\r\n 1%\r 50%\r100%\nkäse 日本 😀\n\u001b[31mred\u001b[0m \u001b[Kx\n\n\rlast"
                    .getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest(name = "cut at {0}")
    @MethodSource("everyCut")
    void output_that_arrives_in_two_pieces_reads_as_if_it_came_at_once(int cut) throws IOException {
        var log = new FakeLog();
        var document = Pages.opened(log);

        log.append(Arrays.copyOfRange(TRICKY, 0, cut));
        Pages.settle(document);
        Pages.everything(document);
        log.append(Arrays.copyOfRange(TRICKY, cut, TRICKY.length));
        Pages.settle(document);

        assertThat(Pages.everything(document)).isEqualTo(wholeReading(TRICKY));
    }

    static IntStream everyCut() {
        return IntStream.rangeClosed(0, TRICKY.length);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void output_that_arrives_in_any_pieces_reads_as_if_it_came_at_once(long seed)
            throws IOException {
        var random = new Random(seed);
        byte[] bytes = someOutput(random);
        var log = new FakeLog();
        var document = Pages.opened(log);

        for (int at = 0; at < bytes.length; ) {
            int next = Math.min(bytes.length, at + 1 + random.nextInt(30_000));
            log.append(Arrays.copyOfRange(bytes, at, next));
            document.sync();
            if (random.nextBoolean() && document.hasUncounted()) document.countMore();
            Pages.lastRows(document, 1 + random.nextInt(40));
            at = next;
        }
        Pages.settle(document);

        assertThat(Pages.everything(document)).isEqualTo(wholeReading(bytes));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void going_up_row_by_row_meets_the_rows_that_going_down_met(long seed) throws IOException {
        var document = Pages.opened(logOf(someOutput(new Random(seed))));
        var down = Pages.everything(document);

        var last = Pages.page(document, Pages.TAIL, 1);
        var up = new java.util.ArrayList<String>();
        long offset = last.topOffset();
        while (true) {
            var page = Pages.page(document, new Place.From(offset, 0, 0), 1);
            up.addFirst(page.row(page.topRow()).text().plain());
            if (offset == 0) break;
            offset = Pages.page(document, new Place.From(offset, 0, -1), 1).topOffset();
        }

        assertThat(up).isEqualTo(down.stream().map(LogDocumentTest::withoutNumber).toList());
    }

    static LongStream seeds() {
        return LongStream.range(0, 12);
    }

    @Test
    void an_empty_log_has_no_rows_and_no_lines() throws IOException {
        var document = Pages.opened(new FakeLog());

        var state = document.state(Optional.of(Pages.page(document, Pages.TAIL, 10)));

        assertThat(state.lines()).isZero();
        assertThat(state.linesKnown()).isTrue();
        assertThat(state.page().orElseThrow().rows()).isEmpty();
    }

    @Test
    void an_incomplete_last_line_is_shown_and_then_completed() throws IOException {
        var log = FakeLog.of("step 1\nstep");
        var document = Pages.opened(log);

        var before = Pages.lastRows(document, 5);
        log.append(" 2\n");
        Pages.settle(document);

        assertThat(before).containsExactly("step 1", "step");
        assertThat(Pages.lastRows(document, 5)).containsExactly("step 1", "step 2");
        assertThat(document.state(Optional.empty()).lines()).isEqualTo(2);
    }

    @Test
    void half_a_character_at_the_end_waits_for_its_other_half() throws IOException {
        byte[] block = "█".getBytes(StandardCharsets.UTF_8);
        var log = FakeLog.of("[");
        log.append(Arrays.copyOf(block, 2));
        var document = Pages.opened(log);

        var before = Pages.lastRows(document, 1);
        log.append(Arrays.copyOfRange(block, 2, 3));
        Pages.settle(document);

        assertThat(before).containsExactly("[");
        assertThat(Pages.lastRows(document, 1)).containsExactly("[█");
    }

    @Test
    void a_progress_bar_is_one_row_in_its_last_state_and_marked_as_folded() throws IOException {
        var document = Pages.opened(FakeLog.of("\r 0%\r 50%\r100%\ndone\n"));

        var page = Pages.page(document, Pages.TAIL, 5);

        assertThat(Pages.onScreen(page)).containsExactly("100%", "done");
        assertThat(page.row(page.topRow()).span().folded()).isTrue();
        assertThat(page.row(page.topRow() + 1).span().folded()).isFalse();
    }

    @Test
    void a_progress_bar_that_ends_in_a_carriage_return_keeps_its_state() throws IOException {
        var document = Pages.opened(FakeLog.of("10%\r20%\r"));

        assertThat(Pages.lastRows(document, 5)).containsExactly("20%");
    }

    @Test
    void lines_are_numbered_from_the_start_of_the_file() throws IOException {
        var document = Pages.opened(FakeLog.of("a\nb\nc\nd\n"));

        var page = Pages.page(document, Pages.TAIL, 2);

        assertThat(page.row(page.topRow()).number()).hasValue(3);
        assertThat(page.row(page.topRow() + 1).number()).hasValue(4);
    }

    @Test
    void lines_of_a_file_longer_than_its_tail_are_counted_back_to_the_start() throws IOException {
        var log = new FakeLog();
        int lines = 700_000;
        var text = new StringBuilder();
        for (int i = 1; i <= lines; i++) text.append("line ").append(i).append('\n');
        log.append(text.toString());
        assertThat(log.size()).isGreaterThan(LogDocument.TAIL);

        var document = new LogDocument(log);
        document.sync();
        var first = Pages.page(document, Pages.TAIL, 1);
        Pages.settle(document);
        var settled = Pages.page(document, Pages.TAIL, 1);

        assertThat(first.row(first.topRow()).number()).isEmpty();
        assertThat(settled.row(settled.topRow()).number()).hasValue(lines);
        assertThat(document.state(Optional.empty()).lines()).isEqualTo(lines);
        var middle = Pages.page(document, new Place.From(log.size() / 2, 0, 0), 1);
        var row = middle.row(middle.topRow());
        assertThat(row.text().plain()).isEqualTo("line " + row.number().orElseThrow());
    }

    @Test
    void a_file_that_somebody_cut_starts_over() throws IOException {
        var log = FakeLog.of("old 1\nold 2\nold 3\n");
        var document = Pages.opened(log);
        Pages.everything(document);

        log.cut(0);
        boolean noticed = document.sync();
        log.append("new 1\n");
        Pages.settle(document);

        assertThat(noticed).isTrue();
        assertThat(Pages.everything(document)).containsExactly("1 new 1");
        assertThat(document.state(Optional.empty()).cuts()).isEqualTo(1);
    }

    @Test
    void a_line_of_a_megabyte_is_one_row_and_costs_no_more_than_its_bytes() throws IOException {
        int length = 1 << 20;
        var log = FakeLog.of("before\n" + "x".repeat(length) + "\nafter\n");
        var document = Pages.opened(log);

        var page = Pages.page(document, Pages.TAIL, 10);
        var far = document.page(new Viewport(0, Pages.TAIL, 3, new Columns(length - 5, 10)));

        assertThat(Pages.onScreen(page)).hasSize(3);
        assertThat(page.row(page.topRow() + 1).text().columns()).isEqualTo(length);
        assertThat(page.row(page.topRow() + 1).text().plain()).hasSize(200);
        assertThat(Pages.onScreen(far).get(1)).isEqualTo("xxxxx");
        assertThat(document.bytesRead()).isLessThan(4L * length);
    }

    @Test
    void a_line_without_end_is_cut_into_pieces_at_the_same_places_from_either_side()
            throws IOException {
        int length = (int) (3 * Rows.PIECE + 1000);
        var document = Pages.opened(FakeLog.of("begin\n" + "y".repeat(length) + "\nend\n"));

        var up = Pages.page(document, Pages.TAIL, 10).rows();
        var down = Pages.page(document, new Place.From(0, 0, 0), 10).rows();

        assertThat(up).isEqualTo(down);
        assertThat(up).hasSizeBetween(4, 5);
        assertThat(up.stream().filter(row -> row.number().isPresent())).hasSize(3);
        assertThat(up).allMatch(row -> row.span().end() - row.span().start() <= 2 * Rows.PIECE);
    }

    private static java.util.List<String> wholeReading(byte[] bytes) throws IOException {
        return Pages.everything(Pages.opened(logOf(bytes)));
    }

    private static FakeLog logOf(byte[] bytes) {
        var log = new FakeLog();
        log.append(bytes);
        return log;
    }

    private static String withoutNumber(String described) {
        return described.replaceFirst("^(\\d+|-)[ ␍]", "");
    }

    /** A few blocks of lines, progress bars, long lines, and bytes that are no text at all. */
    private static byte[] someOutput(RandomGenerator random) throws IOException {
        var out = new ByteArrayOutputStream();
        while (out.size() < 3 * Blocks.SIZE) {
            switch (random.nextInt(5)) {
                case 0 ->
                        out.write(
                                "step %d\n"
                                        .formatted(random.nextInt(99))
                                        .getBytes(StandardCharsets.UTF_8));
                case 1 ->
                        out.write(
                                "\r%d%%"
                                        .formatted(random.nextInt(100))
                                        .getBytes(StandardCharsets.UTF_8));
                case 2 -> {
                    byte[] noise = new byte[random.nextInt(40)];
                    random.nextBytes(noise);
                    out.write(noise);
                }
                case 3 -> out.write("ü😀\u001b[1mbold\u001b[0m".getBytes(StandardCharsets.UTF_8));
                default ->
                        out.write(
                                "z".repeat(random.nextInt(3000)).getBytes(StandardCharsets.UTF_8));
            }
        }
        return out.toByteArray();
    }
}
