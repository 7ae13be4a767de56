package dev.muster.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class LineSinkTest {
    private static final String PRINTED = "step 1\n\nhalf a line\r\nloss 0.3 ü\nno end";
    private static final String SHOWN =
            "[r0]:step 1\n[r0]:\n[r0]:half a line\r\n[r0]:loss 0.3 ü\n[r0]:no end\n";

    private final Console console = new Console();

    static IntStream everyCut() {
        return IntStream.rangeClosed(0, PRINTED.getBytes(StandardCharsets.UTF_8).length);
    }

    @ParameterizedTest
    @MethodSource("everyCut")
    void a_prefix_stands_at_the_beginning_of_lines_only_wherever_the_output_is_cut(int cut)
            throws IOException {
        byte[] printed = PRINTED.getBytes(StandardCharsets.UTF_8);
        for (int second = cut; second <= printed.length; second++) {
            console.pieces.clear();
            var sink = new LineSink(console, "[r0]:");

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
        var sink = new LineSink(console, "[r0]:");

        write(sink, Arrays.copyOfRange(printed, 0, cut));
        write(sink, Arrays.copyOfRange(printed, cut, printed.length));
        sink.finish();

        assertThat(console.pieces)
                .allSatisfy(
                        piece -> {
                            String text = new String(piece, StandardCharsets.UTF_8);
                            assertThat(text).startsWith("[r0]:").endsWith("\n");
                        });
    }

    @Test
    void two_workers_that_print_half_lines_never_share_a_line() throws IOException {
        var one = new LineSink(console, "[r0]:");
        var other = new LineSink(console, "[r1]:");

        write(one, "half ");
        write(other, "mine\nno ");
        write(one, "a line\n");
        one.finish();
        other.finish();

        assertThat(console.text()).isEqualTo("[r1]:mine\n[r0]:half a line\n[r1]:no \n");
    }

    @Test
    void a_last_line_gets_its_end_once() throws IOException {
        var sink = new LineSink(console, "[r0]:");

        write(sink, "no end");
        sink.finish();
        sink.finish();

        assertThat(console.text()).isEqualTo("[r0]:no end\n");
    }

    @Test
    void without_a_prefix_every_byte_passes_as_it_is() throws IOException {
        var random = new Random(7);
        var bytes = new byte[100_000];
        random.nextBytes(bytes);
        var sink = new LineSink(console, "");

        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(5_000));
            write(sink, Arrays.copyOfRange(bytes, from, to));
            from = to;
        }
        sink.finish();

        assertThat(console.bytes()).isEqualTo(bytes);
    }

    @Test
    void without_a_prefix_an_incomplete_line_does_not_wait() throws IOException {
        var sink = new LineSink(console, "");

        write(sink, "loading\r 10 %");

        assertThat(console.text()).isEqualTo("loading\r 10 %");
    }

    @Test
    void behind_a_prefix_too_no_byte_of_a_line_is_changed() throws IOException {
        byte[] bytes = {0, (byte) 0xff, (byte) 0xfe, 27, '\r', (byte) 0xc3, '\n'};
        var sink = new LineSink(console, ">");

        write(sink, bytes);

        assertThat(console.bytes()).containsExactly('>', 0, 0xff, 0xfe, 27, '\r', 0xc3, '\n');
    }

    @Test
    void three_megabytes_without_a_line_end_pass_in_pieces_and_nothing_of_them_is_lost()
            throws IOException {
        byte[] line = "0123456789abcdef".repeat(3 << 16).getBytes(StandardCharsets.US_ASCII);
        var sink = new LineSink(console, "[r0]:");

        for (int from = 0; from < line.length; from += 1 << 16) {
            write(sink, Arrays.copyOfRange(line, from, from + (1 << 16)));
        }
        sink.finish();

        List<String> pieces = console.text().lines().toList();
        assertThat(pieces)
                .hasSizeBetween(3, 4)
                .allSatisfy(piece -> assertThat(piece).startsWith("[r0]:"));
        assertThat(String.join("", pieces.stream().map(piece -> piece.substring(5)).toList()))
                .isEqualTo(new String(line, StandardCharsets.US_ASCII));
    }

    @Test
    void a_line_of_a_whole_megabyte_is_still_one_line() throws IOException {
        String line = "x".repeat(1 << 20) + "\n";
        var sink = new LineSink(console, "[r0]:");

        write(sink, line);

        assertThat(console.text()).isEqualTo("[r0]:" + line);
    }

    @Test
    void a_console_that_nobody_reads_any_more_is_told_even_through_a_print_stream() {
        var broken =
                new OutputStream() {
                    @Override
                    public void write(int one) throws IOException {
                        throw new IOException("closed");
                    }
                };
        var sink = new LineSink(new PrintStream(broken), "");

        assertThatThrownBy(() -> write(sink, "lost")).isInstanceOf(IOException.class);
    }

    private static void write(LineSink sink, String text) throws IOException {
        write(sink, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(LineSink sink, byte[] bytes) throws IOException {
        sink.write(bytes, bytes.length);
    }

    /** Remembers what it was handed in one piece. */
    private static final class Console extends OutputStream {
        private final List<byte[]> pieces = new ArrayList<>();

        @Override
        public void write(int one) {
            pieces.add(new byte[] {(byte) one});
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            pieces.add(Arrays.copyOfRange(bytes, from, from + count));
        }

        byte[] bytes() {
            var all = new java.io.ByteArrayOutputStream();
            pieces.forEach(all::writeBytes);
            return all.toByteArray();
        }

        String text() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }
    }
}
