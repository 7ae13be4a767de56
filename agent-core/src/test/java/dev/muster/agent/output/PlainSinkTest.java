package dev.muster.agent.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

class PlainSinkTest {
    private final PieceConsole console = new PieceConsole();
    private long now;
    private final PlainSink sink = new PlainSink(console, () -> now);

    @Test
    @DisplayName("row 16: without a prefix every byte passes as it is")
    void every_byte_passes_as_it_is() throws IOException {
        var random = new Random(7);
        var bytes = new byte[1_000_000];
        random.nextBytes(bytes);
        Arrays.fill(bytes, 500_000, 800_000, (byte) 'x');

        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(65_536));
            byte[] piece = Arrays.copyOfRange(bytes, from, to);
            sink.write(piece, piece.length);
            from = to;
        }
        sink.finish();

        assertThat(console.bytes()).isEqualTo(bytes);
    }

    @Test
    void lines_of_two_workers_stay_whole_though_they_are_read_in_pieces() throws IOException {
        var other = new PlainSink(console, () -> now);

        write(sink, "one\nbeginning ");
        write(other, "two\nother ");
        write(sink, "and end\n");
        write(other, "end\n");

        assertThat(console.text()).isEqualTo("one\ntwo\nbeginning and end\nother end\n");
    }

    @Test
    void a_line_whose_end_does_not_come_is_shown_after_a_tenth_of_a_second() throws IOException {
        write(sink, "loading\r 10 %");
        now = PlainSink.PATIENCE.toNanos() - 1;
        sink.showOverdue();
        assertThat(console.text()).isEmpty();

        now++;
        sink.showOverdue();

        assertThat(console.text()).isEqualTo("loading\r 10 %");
    }

    @Test
    @DisplayName("row 14: a line without an end is not gathered")
    void a_line_without_an_end_is_not_gathered() throws IOException {
        byte[] piece = new byte[10_000];

        for (int i = 0; i < 100; i++) sink.write(piece, piece.length);

        assertThat(console.bytes().length).isGreaterThan(1_000_000 - (1 << 16));
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
        var lost = new PlainSink(new PrintStream(broken), () -> now);

        assertThatThrownBy(() -> write(lost, "lost\n")).isInstanceOf(IOException.class);
    }

    private static void write(PlainSink to, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.write(bytes, bytes.length);
    }
}
