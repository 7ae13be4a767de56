package dev.muster.agent.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

class LineSinkTest {
    private static final String PRINTED = "step 1\n\nhalf a line\r\nloss 0.3 ü\nno end";
    private static final String SHOWN =
            "[r0]:step 1\n[r0]:\n[r0]:half a line\n[r0]:loss 0.3 ü\n[r0]:no end\n";

    private final PieceConsole console = new PieceConsole();
    private final Map<Sink, ByteArrayOutputStream> files = new HashMap<>();
    private long now = -3;

    static IntStream everyCut() {
        return IntStream.rangeClosed(0, PRINTED.getBytes(StandardCharsets.UTF_8).length);
    }

    @ParameterizedTest
    @MethodSource("everyCut")
    void a_prefix_stands_at_the_beginning_of_lines_only_wherever_the_output_is_cut(int cut)
            throws IOException {
        byte[] printed = PRINTED.getBytes(StandardCharsets.UTF_8);
        for (int second = cut; second <= printed.length; second++) {
            console.clear();
            var sink = sink(console, "[r0]:");

            write(sink, Arrays.copyOfRange(printed, 0, cut));
            write(sink, Arrays.copyOfRange(printed, cut, second));
            write(sink, Arrays.copyOfRange(printed, second, printed.length));
            sink.finish();

            assertThat(console.text()).isEqualTo(SHOWN);
        }
    }

    @ParameterizedTest
    @MethodSource("everyCut")
    void what_is_handed_over_in_one_piece_begins_with_a_prefix_and_ends_with_a_line(int cut)
            throws IOException {
        byte[] printed = PRINTED.getBytes(StandardCharsets.UTF_8);
        var sink = sink(console, "[r0]:");

        write(sink, Arrays.copyOfRange(printed, 0, cut));
        write(sink, Arrays.copyOfRange(printed, cut, printed.length));
        sink.finish();

        assertThat(console.pieces())
                .allSatisfy(
                        piece -> {
                            String text = new String(piece, StandardCharsets.UTF_8);
                            assertThat(text).startsWith("[r0]:").endsWith("\n");
                        });
    }

    @Test
    void two_workers_that_print_half_lines_never_share_a_line() throws IOException {
        var one = sink(console, "[r0]:");
        var other = sink(console, "[r1]:");

        write(one, "half ");
        write(other, "mine\nno ");
        write(one, "a line\n");
        one.finish();
        other.finish();

        assertThat(console.text()).isEqualTo("[r1]:mine\n[r0]:half a line\n[r1]:no \n");
    }

    @Test
    void a_last_line_gets_its_end_once() throws IOException {
        var sink = sink(console, "[r0]:");

        write(sink, "no end");
        sink.finish();
        sink.finish();

        assertThat(console.text()).isEqualTo("[r0]:no end\n");
    }

    @Test
    @DisplayName("row 16: behind a prefix too, bytes that are no text stay what they are")
    void behind_a_prefix_too_no_byte_of_a_line_is_changed() throws IOException {
        byte[] bytes = {0, (byte) 0xff, (byte) 0xfe, 27, (byte) 0xc3, '\n'};
        var sink = sink(console, ">");

        write(sink, bytes);

        assertThat(console.bytes()).containsExactly('>', 0, 0xff, 0xfe, 27, 0xc3, '\n');
    }

    @ParameterizedTest
    @CsvSource({
        "'10%|\\r50%|\\r100%\\n', '[r0]:100%\\n'",
        "'10%\\r50%\\r\\n', '[r0]:50%\\n'",
        "'\\r\\r\\n', '[r0]:\\n'",
        "'\\rstep 1\\r\\nstep 2\\r\\n', '[r0]:step 1\\n[r0]:step 2\\n'",
        "'10%\\r50%', '[r0]:50%\\n'",
    })
    void of_a_line_that_is_written_anew_the_last_state_is_shown(String printed, String shown)
            throws IOException {
        var sink = sink(console, "[r0]:");

        for (String piece : printed.split("\\|", -1)) write(sink, piece.translateEscapes());
        sink.finish();

        assertThat(console.text()).isEqualTo(shown.translateEscapes());
    }

    @Test
    void a_line_that_does_not_end_is_shown_after_five_seconds_and_its_rest_stands_alone()
            throws IOException {
        var sink = sink(console, "[r0]:");

        write(sink, "half ");
        pass(Duration.ofMillis(4_999));
        sink.showOverdue();
        assertThat(console.text()).isEmpty();
        pass(Duration.ofMillis(1));
        sink.showOverdue();
        write(sink, "line done\n\n");

        assertThat(console.text()).isEqualTo("[r0]:half \n[r0]:line done\n[r0]:\n");
    }

    @Test
    void the_end_of_a_line_that_has_been_shown_shows_nothing_more() throws IOException {
        var sink = sink(console, "[r0]:");

        write(sink, "100%");
        pass(LineSink.PATIENCE);
        sink.showOverdue();
        write(sink, "\r\n\n");

        assertThat(console.text()).isEqualTo("[r0]:100%\n[r0]:\n");
    }

    @Test
    void a_progress_bar_without_an_end_is_shown_every_five_seconds_as_it_is_then()
            throws IOException {
        var sink = sink(console, "[r0]:");

        for (int percent = 0; percent < 100; percent++) {
            write(sink, "\r" + percent + "%");
            pass(Duration.ofMillis(100));
            sink.showOverdue();
        }

        assertThat(console.text()).isEqualTo("[r0]:49%\n[r0]:99%\n");
    }

    @Test
    void an_incomplete_line_waits_anew_when_the_one_before_has_ended() throws IOException {
        var sink = sink(console, "[r0]:");

        write(sink, "one");
        pass(Duration.ofSeconds(4));
        write(sink, "\ntwo");
        pass(Duration.ofSeconds(4));
        sink.showOverdue();

        assertThat(console.text()).isEqualTo("[r0]:one\n");
    }

    @Test
    void a_filter_takes_lines_that_contain_one_of_its_texts() throws IOException {
        var sink = sink(console, ">", LineFilter.containing(List.of("loss", "ü,")));

        write(sink, "step 1\nloss 0.3\n\na ü, b\nlos\n");
        write(sink, "step 2 lo");
        write(sink, "ss 0.2\nloss\rnothing\n");

        assertThat(console.text()).isEqualTo(">loss 0.3\n>a ü, b\n>step 2 loss 0.2\n>loss\n");
    }

    @Test
    void the_empty_text_is_in_every_line() throws IOException {
        var sink = sink(console, ">", LineFilter.containing(List.of("x", "")));

        write(sink, "one\n\n");

        assertThat(console.text()).isEqualTo(">one\n>\n");
    }

    @Test
    void a_line_of_a_megabyte_has_one_prefix_and_nobody_speaks_within_it() throws IOException {
        String line = "0123456789abcdef".repeat(1 << 16) + "\n";
        var sink = sink(console, "[r0]:");
        var other = sink(console, "[r1]:");

        for (String piece : cut(line, 1 << 16)) {
            write(sink, piece);
            write(other, "mine\n");
        }

        assertThat(console.text())
                .isEqualTo("[r1]:mine\n".repeat(16) + "[r0]:" + line + "[r1]:mine\n");
    }

    @Test
    void lines_around_a_long_one_keep_their_order() throws IOException {
        String printed = "one\n" + "x".repeat(300_000) + "\ntwo\n" + "y".repeat(300_000);
        var sink = sink(console, ">");

        for (String piece : cut(printed, 50_000)) write(sink, piece);
        sink.finish();

        assertThat(console.text()).isEqualTo(">" + printed.replace("\n", "\n>") + "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "'\r|X|\n', X",
        "'X|\r|\n', X",
        "'X|\r|100%\n', 100%",
        "'X|\r10%\r20%|\r\n', 20%",
    })
    void of_a_long_line_that_is_written_anew_the_last_state_is_shown(String printed, String shown)
            throws IOException {
        String much = "x".repeat(300_000);
        var sink = sink(console, ">");

        for (String piece : printed.split("\\|")) {
            write(sink, piece.translateEscapes().replace("X", much));
        }

        assertThat(console.text()).isEqualTo(">" + shown.replace("X", much) + "\n");
    }

    @Test
    void a_long_line_is_waited_for_while_it_grows_and_shown_once_it_has_not_for_five_seconds()
            throws IOException {
        String much = "x".repeat(200_000);
        var sink = sink(console, ">");

        for (int i = 0; i < 5; i++) {
            write(sink, much);
            pass(Duration.ofSeconds(4));
            sink.showOverdue();
        }
        assertThat(console.text()).isEmpty();
        pass(Duration.ofSeconds(1));
        sink.showOverdue();
        write(sink, "\nnext\n");

        assertThat(console.text()).isEqualTo(">" + much.repeat(5) + "\n>next\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 65_530, 65_536, 299_990})
    void a_filter_finds_its_text_wherever_it_stands_in_a_long_line(int before) throws IOException {
        String loss = "x".repeat(before) + "the loss" + "x".repeat(300_000 - before);
        String none = "x".repeat(before) + "the loes" + "x".repeat(300_000 - before);
        var sink = sink(console, ">", LineFilter.containing(List.of("a longer text", "the loss")));

        for (String piece : cut(none + "\n" + loss + "\n", 100_000)) write(sink, piece);

        assertThat(console.text()).isEqualTo(">" + loss + "\n");
    }

    @Test
    void a_long_line_whose_file_was_cut_to_nothing_is_gone() throws IOException {
        var sink = sink(console, ">");

        write(sink, "one\n" + "x".repeat(300_000));
        fileOf(sink).reset();
        sink.beginAnew();
        write(sink, "two\n" + "y".repeat(300_000) + "\n");

        assertThat(console.text()).isEqualTo(">one\n>two\n>" + "y".repeat(300_000) + "\n");
    }

    @Test
    void a_line_of_a_quarter_of_a_megabyte_is_still_one_line() throws IOException {
        String line = "x".repeat(1 << 18) + "\n";
        var sink = sink(console, "[r0]:");

        write(sink, line);

        assertThat(console.text()).isEqualTo("[r0]:" + line);
    }

    private LineSink sink(OutputStream to, String prefix) {
        return sink(to, prefix, LineFilter.ALL);
    }

    private LineSink sink(OutputStream to, String prefix, LineFilter filter) {
        var file = new ByteArrayOutputStream();
        var sink = new LineSink(to, prefix, filter, () -> now, (at, into) -> read(file, at, into));
        files.put(sink, file);
        return sink;
    }

    private static int read(ByteArrayOutputStream file, long position, ByteBuffer into) {
        byte[] all = file.toByteArray();
        int count = Math.clamp(all.length - position, 0, into.remaining());
        into.put(all, (int) position, count);
        return count;
    }

    private ByteArrayOutputStream fileOf(Sink sink) {
        return Objects.requireNonNull(files.get(sink));
    }

    private static List<String> cut(String text, int length) {
        return IntStream.iterate(0, from -> from < text.length(), from -> from + length)
                .mapToObj(from -> text.substring(from, Math.min(from + length, text.length())))
                .toList();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private void write(Sink sink, String text) throws IOException {
        write(sink, text.getBytes(StandardCharsets.UTF_8));
    }

    private void write(Sink sink, byte[] bytes) throws IOException {
        fileOf(sink).writeBytes(bytes);
        sink.write(bytes, bytes.length);
    }
}
